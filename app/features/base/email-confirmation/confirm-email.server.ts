import { findAccount } from "~/features/base/accounts/accounts.queries.server";
import { isEmailTaken } from "~/features/base/accounts/profile.queries.server";
import { confirmationMailLimit } from "~/features/base/accounts/sign-in-limits";
import { frameOf } from "~/features/base/mail/mail-content.server";
import { renderMail } from "~/features/base/mail/mail-layout.server";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { dayMs } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { Job } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { hashToken, isToken, makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { changeEmail, isUniqueViolation } from "./change-email.server";
import {
  consumeEmailConfirmation,
  findEmailConfirmation,
  findUnconfirmedEmail,
  markEmailConfirmed,
  replaceEmailConfirmation,
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

/** A link also ends when it is used or replaced. */
const confirmationDays = 3;

export function confirmationLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + confirmationDays * dayMs);
}

const confirmationPath = "/confirm-email";

/** Undefined if the change is pointless or another account has the e-mail. */
async function findEmailChange(db: Services["db"], userId: string, newEmail: string) {
  const account = await findAccount(db, userId);
  if (!account || account.email === newEmail || (await isEmailTaken(db, newEmail, userId))) return undefined;
  return { email: newEmail, replaces: account.email };
}

/** Replaces the previous link. The token is made in the job, so that the queue never stores it. Throws if not sent. */
export async function sendConfirmationMail(
  { db, env, clock, mailer }: Services,
  { userId, locale, newEmail }: Job["send-confirmation-mail"],
): Promise<void> {
  const change = newEmail === undefined ? undefined : await findEmailChange(db, userId, newEmail);
  const email = newEmail === undefined ? await findUnconfirmedEmail(db, userId) : change?.email;
  if (!email) return;
  if (!mailer) throw new Error("SMTP_URL is not set: mail waits");
  const { token, tokenHash } = makeToken();
  const now = clock();
  await replaceEmailConfirmation(db, {
    userId,
    email,
    replaces: change?.replaces ?? null,
    tokenHash,
    now,
    expiresAt: confirmationLinkExpiry(now),
  });
  const link = new URL(localizePath(confirmationPath, locale), env.APP_URL);
  link.searchParams.set("token", token);
  const texts = serverPageTexts(locale);
  const mail = writeConfirmationMail(link.href, texts, { changes: change !== undefined });
  await mailer.send({ to: email, ...(await renderMail(mail, frameOf(env, texts))) });
}

export function writeConfirmationMail(
  link: string,
  { locale, text }: PageTexts,
  { changes = false } = {},
): MailParts {
  const subject = text("mails.confirmation.subject");
  return {
    locale,
    subject,
    paragraphs: [
      text("mails.hello"),
      text(changes ? "mails.confirmation.changes" : "mails.confirmation.asked"),
    ],
    button: { label: text("mails.confirmation.press"), href: link },
    smallPrint: changes
      ? [
          text("mails.confirmation.changeExpires", { days: confirmationDays }),
          text("mails.confirmation.changeNotYou"),
        ]
      : [text("mails.confirmation.expires", { days: confirmationDays }), text("mails.confirmation.notYou")],
  };
}
