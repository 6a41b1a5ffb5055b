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

export async function queueConfirmationMail(
  db: Db,
  request: { userId: string; locale: Locale },
): Promise<void> {
  await addJob(db, "send-confirmation-mail", request, { key: `confirm-email:${request.userId}` });
}

/** Within the limit per person. Returns false beyond it. */
export async function requestConfirmationMail(
  { db, rateLimits }: Pick<Services, "db" | "rateLimits">,
  request: { userId: string; locale: Locale },
) {
  const taken = await rateLimits.take(confirmationMailLimit, request.userId);
  if (taken.ok) await queueConfirmationMail(db, request);
  return taken;
}

type ConfirmationStep = "confirm" | "signIn" | "otherAccount" | "linkUsed";

/** Changes nothing: mail programs open links too. */
export async function findConfirmationStep(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  viewer: { userId: string } | undefined,
): Promise<{ step: ConfirmationStep; email?: string }> {
  const confirmation = isToken(token)
    ? await findEmailConfirmation(db, hashToken(token), clock())
    : undefined;
  if (!confirmation) return { step: "linkUsed" };
  if (!viewer) return { step: "signIn" };
  if (viewer.userId !== confirmation.userId) return { step: "otherAccount" };
  return { step: "confirm", email: confirmation.email };
}

/**
 * Confirms an e-mail by its link, once; the link of a change replaces the account's e-mail (`changeEmail`). Requires the
 * session of that account (docs/decisions/0014): otherwise an attacker could register someone else's e-mail, and the
 * owner's click would confirm it. Undefined for an invalid link.
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
