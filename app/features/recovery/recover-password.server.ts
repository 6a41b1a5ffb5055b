import type { Job } from "~/platform/jobs";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import { deleteUserSessions } from "~/platform/session.queries.server";
import {
  forgetUnprovenPayoutDetails,
  hasPasswordReset,
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

/** What a recovery link is good for: `ended` is one that was used, replaced or has expired. */
export type RecoveryLink = "usable" | "ended" | "missing";

const isRecoveryToken = (token: string) => /^[A-Za-z0-9_-]{43}$/.test(token);

/** Checks a recovery link without using it up. `token`: empty if the address has none. */
export async function checkRecoveryLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<RecoveryLink> {
  if (token === "") return "missing";
  if (!isRecoveryToken(token)) return "ended";
  return (await hasPasswordReset(db, hashRecoveryToken(token), clock())) ? "usable" : "ended";
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
  if (!isRecoveryToken(token)) return undefined;
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
