import { postPasswordChanged } from "~/features/account-mails/post-account-mails.server";
import { revokeRemovalIn } from "~/features/second-factor/lost-second-factor.server";
import type { Job } from "~/platform/jobs";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import { deleteUserSessions } from "~/platform/session/session.queries.server";
import {
  consumePasswordReset,
  deleteUnconfirmedFactors,
  deleteUnconfirmedPayoutDetails,
  hasPasswordReset,
  setRecoveredPassword,
} from "./password-recovery.queries.server";
import { hashRecoveryToken } from "./send-recovery-mail.server";

/**
 * Queues a recovery mail. Known and unknown e-mails take the same time and get the same response; the job looks up
 * the account.
 */
export async function requestRecovery(
  { db }: Pick<Services, "db">,
  asked: Job["send-recovery-mail"],
): Promise<void> {
  await addJob(db, "send-recovery-mail", asked, { key: `recovery:${asked.email.toLowerCase()}` });
}

/** `ended`: used, replaced or expired. */
export type RecoveryLink = "usable" | "ended" | "missing";

const isRecoveryToken = (token: string) => /^[A-Za-z0-9_-]{43}$/.test(token);

/** Checks a recovery link without consuming it. `token`: empty if the URL has none. */
export async function checkRecoveryLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<RecoveryLink> {
  if (token === "") return "missing";
  if (!isRecoveryToken(token)) return "ended";
  return (await hasPasswordReset(db, hashRecoveryToken(token), clock())) ? "usable" : "ended";
}

/** `payoutForgotten`: the payment details must be entered again. */
export interface Recovered {
  userId: string;
  payoutForgotten: boolean;
}

/**
 * Sets a new password by a recovery link and ends all sessions of the account. If the e-mail was not confirmed yet,
 * the link confirms it, and the payment details, passkeys and second factor from before are deleted (decision 0014). Returns undefined for an
 * invalid link.
 */
export async function resetPassword(
  { db, passwords, clock }: Pick<Services, "db" | "passwords" | "clock">,
  { token, password }: { token: string; password: string },
): Promise<Recovered | undefined> {
  if (!isRecoveryToken(token)) return undefined;
  const passwordHash = await passwords.hash(password);
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const userId = await consumePasswordReset(trx, hashRecoveryToken(token), now);
    if (!userId) return undefined;
    const payoutForgotten = await deleteUnconfirmedPayoutDetails(trx, userId);
    await revokeRemovalIn(trx, userId, now);
    await deleteUnconfirmedFactors(trx, userId);
    await setRecoveredPassword(trx, { userId, passwordHash, now });
    await deleteUserSessions(trx, userId);
    await postPasswordChanged(trx, userId, now);
    return { userId, payoutForgotten };
  });
}
