import { revokeRemovalIn } from "~/features/second-factor/lost-second-factor.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import { postMail } from "../mails/post-mail.server";
import { replaceEmail } from "../profile/profile.queries.server";
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

/** Decides what to show for a link, with the e-mail that it confirms for its owner. Changes nothing, since mail programs open links too. */
export async function findConfirmationStep(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  viewer: { userId: string } | undefined,
): Promise<{ step: ConfirmationStep; email?: string }> {
  const found = isToken(token)
    ? await findEmailConfirmation(db, hashConfirmationToken(token), clock())
    : undefined;
  if (!found) return { step: "linkUsed" };
  if (!viewer) return { step: "signIn" };
  if (viewer.userId !== found.userId) return { step: "otherAccount" };
  return { step: "confirm", email: found.email };
}

/**
 * Confirms an e-mail by its link, once, before it expires; the link of a change replaces the account's e-mail. Requires the session of the account that the link was sent
 * to (decision 0046): otherwise an attacker could register someone else's e-mail, and the owner's click on the link
 * would confirm it. Returns whether it did, and changed the e-mail.
 */
export async function confirmEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<"confirmed" | "changed" | undefined> {
  if (!isToken(token)) return undefined;
  const confirming = db.transaction().execute(async (trx): Promise<"confirmed" | "changed" | undefined> => {
    const now = clock();
    const link = await consumeEmailConfirmation(trx, {
      tokenHash: hashConfirmationToken(token),
      userId,
      now,
    });
    if (!link) return undefined;
    const { email, replaces } = link;
    if (replaces === null)
      return (await markEmailConfirmed(trx, { userId, email, now })) ? "confirmed" : undefined;
    if (!(await replaceEmail(trx, { userId, from: replaces, to: email, now }))) return undefined;
    await revokeRemovalIn(trx, userId, now);
    const mail = { kind: "emailChanged", facts: { email } } as const;
    const key = `emailChanged:${hashConfirmationToken(token)}`;
    await postMail(trx, { ...mail, key: `${key}:new`, to: { userId } });
    await postMail(trx, { ...mail, key: `${key}:old`, to: { email: replaces, locale } });
    return "changed";
  });
  return confirming.catch((error: unknown) => {
    // Another account got the e-mail at the same moment.
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
