import type { PageTexts } from "~/i18n/texts";
import { renderMail } from "../mails/mail-layout";

/** Lifetime of a confirmation link, in days. */
export const confirmationDays = 3;

/** Returns the confirmation mail as text and HTML. `link`: the absolute URL. */
export function writeConfirmationMail(
  link: string,
  { locale, text }: PageTexts,
): { subject: string; text: string; html: string } {
  const subject = text("mails.confirmation.subject");
  const layout = renderMail({
    locale,
    subject,
    paragraphs: [text("mails.hello"), text("mails.confirmation.asked")],
    button: { label: text("mails.confirmation.press"), href: link },
    linkIntro: text("mails.copy"),
    smallPrint: [
      text("mails.confirmation.expires", { days: confirmationDays }),
      text("mails.confirmation.notYou"),
    ],
  });
  return { subject, ...layout };
}
