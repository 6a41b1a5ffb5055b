import type { MailParts } from "~/features/mail/layout/mail-parts";
import type { PageTexts } from "~/i18n/texts";
import { recoveryMinutes } from "./recovery-link";

/** Returns the recovery mail. `link`: the absolute URL. */
export function writeRecoveryMail(link: string, { locale, text }: PageTexts): MailParts {
  const subject = text("mails.recovery.subject");
  return {
    locale,
    subject,
    paragraphs: [text("mails.hello"), text("mails.recovery.asked")],
    button: { label: text("mails.recovery.press"), href: link },
    smallPrint: [text("mails.recovery.expires", { minutes: recoveryMinutes }), text("mails.recovery.notYou")],
  };
}
