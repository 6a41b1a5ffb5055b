import type { AppLoadContext } from "@remix-run/node";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { countGuess } from "~/features/base/accounts/try-limits.server";
import { hashToken, makeToken } from "~/platform/secrets.server";
import { noteSecurity } from "~/platform/security-events";
import type { Services } from "~/platform/services";
import {
  countRecoveryCodes,
  findSecondFactor,
  hasSecondFactor,
  spendRecoveryCode,
  takeStepOnce,
} from "./second-factor.queries.server";
import { readSecondFactorCode, secondStepMinutes } from "./second-factor-rules";
import { codePurpose, findTotpStep, secretPurpose } from "./set-up-second-factor.server";
import {
  deleteUnfinishedSignIn,
  findUnfinishedSignIn,
  insertUnfinishedSignIn,
  type SignInEntrance,
  type UnfinishedSignIn,
} from "./unfinished-sign-ins.queries.server";

export const secondStepPath = "/second-step";

/**
 * Stores a sign-in until the second factor's code is entered; there is no session before. Returns Set-Cookie values, or
 * undefined if no second factor is needed. `hasSecondFactor`: looked up if undefined. `passwordHash`: what was checked;
 * if it has changed since, the code is useless.
 */
export async function beginSecondStep(
  context: AppLoadContext,
  person: { userId: string; passwordHash?: string; hasSecondFactor?: boolean },
  continues: { entrance: SignInEntrance; target?: string; shownPriceCents?: number | undefined },
): Promise<string[] | undefined> {
  const { db, clock, secondStepCookie } = context.services;
  const { hasSecondFactor: known, ...signIn } = person;
  if (!(known ?? (await hasSecondFactor(db, signIn.userId)))) return undefined;
  const { token: id, tokenHash: idHash } = makeToken();
  await insertUnfinishedSignIn(db, {
    ...signIn,
    idHash,
    entrance: continues.entrance,
    target: continues.target ?? "",
    shownPriceCents: continues.shownPriceCents ?? null,
    expiresAt: new Date(clock().getTime() + secondStepMinutes * 60_000),
  });
  noteSecurity(context, "secondStepBegun", { userId: person.userId });
  return [await secondStepCookie.write(id)];
}

/** Undefined if no sign-in of this browser waits for a code. */
export async function findSecondStep(
  { services: { db, clock, secondStepCookie } }: AppLoadContext,
  request: Request,
): Promise<(UnfinishedSignIn & { idHash: string }) | undefined> {
  const id = await secondStepCookie.read(request);
  if (!id) return undefined;
  const idHash = hashToken(id);
  const signIn = await findUnfinishedSignIn(db, idHash, clock());
  return signIn && { ...signIn, idHash };
}

/** Returns the Set-Cookie values; undefined if it had ended before. */
export async function endSecondStep(
  { services: { db, secondStepCookie } }: AppLoadContext,
  idHash: string,
): Promise<string[] | undefined> {
  return (await deleteUnfinishedSignIn(db, idHash)) ? [await secondStepCookie.clear()] : undefined;
}

type SecondFactorCheck =
  | { ok: true; by: "totp" | "recovery" }
  | { ok: false; error: "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/** Uses up an app code or a recovery code; mails the owner about the latter. Wrong ones count for the account. */
export async function checkSecondFactor(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<SecondFactorCheck> {
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const factor = await findSecondFactor(db, userId);
  if (!read || !factor || factor.confirmed_at === null) return { ok: false, error: "wrong" };
  const { kind, code } = read;
  if (kind === "totp") {
    const step = findTotpStep(secretBox.open(factor.secret, secretPurpose), code, clock());
    if (step === undefined || !(await takeStepOnce(db, { userId, step })))
      return { ok: false, error: "wrong" };
  } else {
    const digests = secretBox.digests(code, codePurpose);
    const used = await db.transaction().execute(async (trx) => {
      if (!(await spendRecoveryCode(trx, { userId, digests }))) return false;
      const left = await countRecoveryCodes(trx, userId);
      const now = clock();
      const key = `recoveryCodeUsed:${userId}:${now.getTime()}:${left}`;
      await postOwnerMail(trx, { kind: "recoveryCodeUsed", key, userId, facts: { left }, now });
      return true;
    });
    if (!used) return { ok: false, error: "wrong" };
  }
  await taken.giveBack();
  return { ok: true, by: kind };
}
