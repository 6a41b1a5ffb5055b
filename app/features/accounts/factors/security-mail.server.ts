import type { MailWriter } from "~/features/base/mail/mail-parts";

type Notice =
  | "emailChanged"
  | "secondFactorOn"
  | "secondFactorOff"
  | "recoveryCodeUsed"
  | "secondFactorHelpAllowed"
  | "secondFactorHelpProved"
  | "secondFactorHelpRevoked"
  | "passkeyAdded"
  | "passkeyRemoved";

/** Returns the writer of a mail about a change of how an account is protected. */
export function writeSecurityMail(notice: Notice): MailWriter {
  return async ({ facts }, { texts: { locale, text }, urlOf }) => ({
    locale,
    subject: text(`securityMails.${notice}.subject`),
    paragraphs: [
      text("mails.hello"),
      text(`securityMails.${notice}.text`, {
        name: typeof facts.name === "string" ? facts.name : "",
        email: typeof facts.email === "string" ? facts.email : "",
        left: typeof facts.left === "number" ? facts.left : 0,
      }),
      text("securityMails.notYou"),
    ],
    button: { label: text("securityMails.press"), href: urlOf("/account") },
  });
}
