import { findAccount } from "~/features/base/accounts/accounts.queries.server";
import { isEmailTaken } from "~/features/base/accounts/profile.queries.server";
import { frameOf } from "~/features/base/mail/mail-content.server";
import { renderMail } from "~/features/base/mail/mail-layout.server";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { dayMs } from "~/i18n/days";
import { serverPageTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import type { Job } from "~/platform/jobs/jobs";
import { makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { findUnconfirmedEmail, replaceEmailConfirmation } from "./email-confirmation.queries.server";

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
