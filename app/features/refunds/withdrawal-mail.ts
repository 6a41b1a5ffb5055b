import type { MailParts } from "~/features/mails/mail-parts";
import type { PageTexts } from "~/i18n/texts";

/** What the mail about a withdrawal whose money could not be sent says, written for people. */
export interface WithdrawalMailValues {
  /** The video's title. */
  title: string;
  /** "R$ 49,90" */
  amount: string;
  /** The refund was to a Pix key of the buyer's. */
  toPixKey: boolean;
  /** The absolute URL of the page to request it again. */
  againUrl: string;
}

/** Writes the mail to a buyer whose withdrawal could not be paid back. */
export function writeWithdrawalMail(told: WithdrawalMailValues, { locale, text }: PageTexts): MailParts {
  const { title, amount } = told;
  const subject = text("mails.withdrawal.subject", { amount });
  return {
    locale,
    subject,
    paragraphs: [
      text("mails.hello"),
      text("mails.withdrawal.failed", { title, amount }),
      text(told.toPixKey ? "mails.withdrawal.pixKey" : "mails.withdrawal.sameWay"),
      text("mails.withdrawal.right"),
    ],
    button: { label: text("mails.withdrawal.press"), href: told.againUrl },
  };
}
