import { randomBytes } from "node:crypto";
import {
  endFactorChanges,
  insertFactorChange,
} from "~/features/accounts/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/accounts/account-changes/notify-owner.server";
import { countGuess } from "~/features/accounts/accounts/sign-in-tries.server";
import type { Services } from "~/platform/services";
import { formatRecoveryCode, readSecondFactorCode, recoveryCodeCount } from "./recovery-code";
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  insertRecoveryCodes,
  storePendingSecret,
} from "./second-factor.queries.server";
import { setUpMinutes } from "./second-factor-times";
import { findTotpStep, makeTotpSecret } from "./totp.server";

/** For the secret box. */
export const secretPurpose = "second factor";
export const codePurpose = "recovery code";

/** Returns whether the set-up of a second factor is under way. */
export function isSetUpOpen(
  found: { confirmed_at: Date | null; created_at: Date } | undefined,
  now: Date,
): boolean {
  if (!found || found.confirmed_at !== null) return false;
  return now.getTime() - found.created_at.getTime() < setUpMinutes * 60_000;
}

/** Stores a new secret, required at sign-in from its first code on. Returns false when a second factor is on. */
export async function beginSecondFactor(
  { db, clock, secretBox }: Pick<Services, "db" | "clock" | "secretBox">,
  userId: string,
): Promise<boolean> {
  const secret = secretBox.seal(makeTotpSecret(), secretPurpose);
  return storePendingSecret(db, { userId, secret, now: clock() });
}

export type Confirmation =
  /** The recovery codes, which are shown once. */
  | { ok: true; codes: string[] }
  | { ok: false; error: "notBegun" | "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Turns the second factor on, given a code of the authenticator app within ten minutes, and makes the recovery codes.
 */
export async function confirmSetUp(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<Confirmation> {
  const found = await findSecondFactor(db, userId);
  if (!found || !isSetUpOpen(found, clock())) return { ok: false, error: "notBegun" };
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const now = clock();
  const step =
    read?.kind === "totp"
      ? findTotpStep(secretBox.open(found.secret, secretPurpose), read.code, now)
      : undefined;
  if (step === undefined) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(randomBytes(16)));
  const digests = codes.map((code) => secretBox.digest(code.replaceAll("-", ""), codePurpose));
  return db.transaction().execute(async (trx) => {
    if (!(await confirmSecondFactor(trx, { userId, secret: found.secret, step, now })))
      return { ok: false, error: "notBegun" } as const;
    await insertRecoveryCodes(trx, { userId, digests });
    const change = await insertFactorChange(trx, { userId, kind: "secondFactor", now });
    const key = `secondFactorOn:${change}`;
    await postOwnerMail(trx, { kind: "secondFactorOn", key, userId, undoes: change, now });
    return { ok: true, codes } as const;
  });
}

/** Turns the second factor off, and tells its owner by mail. Returns false when none was on. */
export async function removeSecondFactor(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, userId))) return false;
    const now = clock();
    await endFactorChanges(trx, { userId, passkeyIds: [], secondFactor: true, now });
    const key = `secondFactorOff:${userId}:${now.getTime()}`;
    await postOwnerMail(trx, { kind: "secondFactorOff", key, userId, now });
    return true;
  });
}
