import { confirmationMailLimit } from "~/features/base/accounts/sign-in-limits";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { hashToken, isToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { changeEmail, isUniqueViolation } from "./change-email.server";
import {
  consumeEmailConfirmation,
  findEmailConfirmation,
  markEmailConfirmed,
} from "./email-confirmation.queries.server";

/** Queues a confirmation mail in the given transaction, replacing one that still waits. */
export async function queueConfirmationMail(
  db: Db,
  asked: { userId: string; locale: Locale },
): Promise<void> {
  await addJob(db, "send-confirmation-mail", asked, { key: `confirm-email:${asked.userId}` });
}

/** As `queueConfirmationMail`, within the limit for one person. Returns whether the limit allowed it. */
export async function requestConfirmationMail(
  { db, rateLimits }: Pick<Services, "db" | "rateLimits">,
  asked: { userId: string; locale: Locale },
) {
  const taken = await rateLimits.take(confirmationMailLimit, asked.userId);
  if (taken.ok) await queueConfirmationMail(db, asked);
  return taken;
}

type ConfirmationStep = "confirm" | "signIn" | "otherAccount" | "linkUsed";

/**
 * Decides what to show for a link, with the e-mail that it confirms for its owner. Changes nothing, since mail programs
 * open links too.
 */
export async function findConfirmationStep(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  viewer: { userId: string } | undefined,
): Promise<{ step: ConfirmationStep; email?: string }> {
  const found = isToken(token) ? await findEmailConfirmation(db, hashToken(token), clock()) : undefined;
  if (!found) return { step: "linkUsed" };
  if (!viewer) return { step: "signIn" };
  if (viewer.userId !== found.userId) return { step: "otherAccount" };
  return { step: "confirm", email: found.email };
}

/**
 * Confirms an e-mail by its link, once, before it expires; the link of a change replaces the account's e-mail, at once
 * or after a wait (`changeEmail`). Requires the session of the account that the link was sent to (docs/decisions/0014):
 * otherwise an attacker could register someone else's e-mail, and the owner's click on the link would confirm it.
 * Returns what it did; undefined for an invalid link.
 */
export async function confirmEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  userId: string,
): Promise<"confirmed" | "changed" | "waits" | undefined> {
  if (!isToken(token)) return undefined;
  const confirming = db
    .transaction()
    .execute(async (trx): Promise<"confirmed" | "changed" | "waits" | undefined> => {
      const now = clock();
      const link = await consumeEmailConfirmation(trx, {
        tokenHash: hashToken(token),
        userId,
        now,
      });
      if (!link) return undefined;
      const { email, replaces } = link;
      if (replaces === null)
        return (await markEmailConfirmed(trx, { userId, email, now })) ? "confirmed" : undefined;
      return changeEmail(trx, { userId, from: replaces, to: email, now });
    });
  return confirming.catch((error: unknown) => {
    // Another account got the e-mail at the same moment.
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
}
