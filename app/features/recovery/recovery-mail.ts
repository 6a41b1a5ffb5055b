import { renderMail } from "~/features/mails/mail-layout";
import type { PageTexts } from "~/i18n/texts";

/** Lifetime of a recovery link, in minutes. */
export const recoveryMinutes = 30;

/** Returns the recovery mail as text and HTML. `link`: the absolute URL. */
export function writeRecoveryMail(
  link: string,
  { locale, text }: PageTexts,
): { subject: string; text: string; html: string } {
  const subject = text("mails.recovery.subject");
  const layout = renderMail({
    locale,
    subject,
    paragraphs: [text("mails.hello"), text("mails.recovery.asked")],
    button: { label: text("mails.recovery.press"), href: link },
    linkIntro: text("mails.copy"),
    smallPrint: [text("mails.recovery.expires", { minutes: recoveryMinutes }), text("mails.recovery.notYou")],
  });
  return { subject, ...layout };
}
