import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import {
  consumeEmailConfirmation,
  findEmailConfirmation,
  markEmailConfirmed,
} from "./email-confirmation.queries.server";
import { hashConfirmationToken } from "./send-confirmation-mail.server";

/** Queues a confirmation mail in the given transaction, replacing one that still waits. */
export async function queueConfirmationMail(
  db: Db,
  asked: { userId: string; locale: Locale },
): Promise<void> {
  await addJob(db, "send-confirmation-mail", asked, { key: `confirm-email:${asked.userId}` });
}

export type ConfirmationStep = "confirm" | "signIn" | "otherAccount" | "linkUsed";

const isToken = (token: string) => /^[A-Za-z0-9_-]{43}$/.test(token);

/** Decides what to show for a link. Changes nothing, since mail programs open links too. */
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
 * Confirms an e-mail by its link, once, before it expires. Requires the session of the account that the link was sent
 * to (decision 0046): otherwise an attacker could register someone else's e-mail, and the owner's click on the link
 * would confirm it. Returns whether it did.
 */
export async function confirmEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  { userId }: { userId: string },
): Promise<boolean> {
  if (!isToken(token)) return false;
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const email = await consumeEmailConfirmation(trx, {
      tokenHash: hashConfirmationToken(token),
      userId,
      now,
    });
    return email !== undefined && markEmailConfirmed(trx, { userId, email, now });
  });
}
