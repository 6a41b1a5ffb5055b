import { randomBytes } from "node:crypto";
import { countGuess } from "~/features/accounts/sign-in-tries.server";
import { postMail } from "~/features/mails/post-mail.server";
import type { Services } from "~/platform/services";
import { formatRecoveryCode, readSecondFactorCode, recoveryCodeCount } from "./recovery-code";
import {
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  insertRecoveryCodes,
  storePendingSecret,
} from "./second-factor.queries.server";
import { findTotpStep, makeTotpSecret } from "./totp.server";

/** For the secret box. */
export const secretPurpose = "second factor";
export const codePurpose = "recovery code";

/** Stores a new secret that is not yet asked for. Returns false when a second factor is on. */
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

/** Turns the second factor on, given a code of the authenticator app, and makes the recovery codes. */
export async function confirmSetUp(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<Confirmation> {
  const found = await findSecondFactor(db, userId);
  if (!found || found.confirmed_at !== null) return { ok: false, error: "notBegun" };
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
    const key = `secondFactorOn:${userId}:${now.getTime()}`;
    await postMail(trx, { kind: "secondFactorOn", key, to: { userId } });
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
    const key = `secondFactorOff:${userId}:${clock().getTime()}`;
    await postMail(trx, { kind: "secondFactorOff", key, to: { userId } });
    return true;
  });
}
