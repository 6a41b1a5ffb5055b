import type { MailParts } from "~/features/mail/layout/mail-parts";
import type { PageTexts } from "~/i18n/texts";
import { confirmationDays } from "./confirmation-link";

/** Returns the confirmation mail. `link`: the absolute URL. `changes`: the link changes the account's e-mail. */
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
