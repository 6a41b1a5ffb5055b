import type { Locale } from "~/i18n/locale";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import {
  findEmailConfirmation,
  proveEmail,
  takeEmailConfirmation,
} from "./email-confirmation.queries.server";
import { hashConfirmationToken } from "./send-confirmation-mail.server";

/** Queues a confirmation mail, in the transaction given; one that still waits is replaced. */
export async function queueConfirmationMail(
  db: Db,
  asked: { userId: string; locale: Locale },
): Promise<void> {
  await addJob(db, "send-confirmation-mail", asked, { key: `confirm-email:${asked.userId}` });
}

/** What a confirmation link can do for the person who opened it. */
export type ConfirmationStep = "confirm" | "signIn" | "otherAccount" | "linkUsed";

const isToken = (token: string) => /^[A-Za-z0-9_-]{43}$/.test(token);

/** Decides what to show for a link; changes nothing, since mail programs open links too. */
export async function findConfirmationStep(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  viewer: { userId: string } | undefined,
): Promise<ConfirmationStep> {
  const found = isToken(token)
    ? await findEmailConfirmation(db, hashConfirmationToken(token), clock())
    : undefined;
  if (!found) return "linkUsed";
  if (!viewer) return "signIn";
  return viewer.userId === found.userId ? "confirm" : "otherAccount";
}

/**
 * Proves a mailbox by its link, once, within its time. Only the signed-in person it was sent to can: somebody who
 * registered another's e-mail never has the link, and the mailbox's owner never has that account's password, so the link
 * alone must not make the stranger's password count as the owner's (decision 0046). Returns whether it did.
 */
export async function confirmEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  { userId }: { userId: string },
): Promise<boolean> {
  if (!isToken(token)) return false;
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const email = await takeEmailConfirmation(trx, { tokenHash: hashConfirmationToken(token), userId, now });
    return email !== undefined && proveEmail(trx, { userId, email, now });
  });
}
