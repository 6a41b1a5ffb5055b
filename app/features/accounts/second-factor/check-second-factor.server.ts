import { postOwnerMail } from "~/features/accounts/account-changes/notify-owner.server";
import { countGuess } from "~/features/accounts/accounts/sign-in-tries.server";
import type { Services } from "~/platform/services";
import { readSecondFactorCode } from "./recovery-code";
import {
  countRecoveryCodes,
  findSecondFactor,
  spendRecoveryCode,
  takeStepOnce,
} from "./second-factor.queries.server";
import { codePurpose, secretPurpose } from "./set-up-second-factor.server";
import { findTotpStep } from "./totp.server";

export type SecondFactorCheck =
  | { ok: true; by: "totp" | "recovery" }
  | { ok: false; error: "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up. Wrong codes count for the account, with
 * growing delays. A used recovery code is reported to its owner by mail.
 */
export async function checkSecondFactor(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<SecondFactorCheck> {
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const found = await findSecondFactor(db, userId);
  if (!read || !found || found.confirmed_at === null) return { ok: false, error: "wrong" };
  const { kind, code } = read;
  if (kind === "totp") {
    const step = findTotpStep(secretBox.open(found.secret, secretPurpose), code, clock());
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
