import type { Job } from "~/platform/jobs";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services.server";
import { deleteUserSessions } from "~/platform/session.queries.server";
import {
  forgetUnprovenPayoutDetails,
  setRecoveredPassword,
  takePasswordReset,
} from "./password-recovery.queries.server";
import { hashRecoveryToken } from "./send-recovery-mail.server";

/**
 * Asks for a recovery mail. Known or not, the mailbox costs the same work and gets the same answer: whether there
 * is an account, the job finds out.
 */
export async function requestRecovery(
  { db }: Pick<Services, "db">,
  asked: Job["send-recovery-mail"],
): Promise<void> {
  await addJob(db, "send-recovery-mail", asked, { key: `recovery:${asked.email.toLowerCase()}` });
}

/** `payoutForgotten`: how they are paid has to be told anew. */
export interface Recovered {
  userId: string;
  payoutForgotten: boolean;
}

/**
 * Sets a new password by a recovery link: once, within its time. All sessions of the account end. The link is the first
 * proof of the mailbox where there was none: what a stranger may have put in before goes (decision 0014).
 * Gives whose it is, or undefined for a link that is not good (any more).
 */
export async function resetPassword(
  { db, passwords, clock }: Pick<Services, "db" | "passwords" | "clock">,
  { token, password }: { token: string; password: string },
): Promise<Recovered | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const passwordHash = await passwords.hash(password);
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const userId = await takePasswordReset(trx, hashRecoveryToken(token), now);
    if (!userId) return undefined;
    const payoutForgotten = await forgetUnprovenPayoutDetails(trx, userId);
    await setRecoveredPassword(trx, { userId, passwordHash, now });
    await deleteUserSessions(trx, userId);
    return { userId, payoutForgotten };
  });
}
