import type { MailParts } from "~/features/mails/mail-parts";
import type { PageTexts } from "~/i18n/texts";

/** What the mail says that asks a buyer where a refund by hand goes, written for people. */
export interface RefundKeyMailValues {
  /** The video's title. */
  title: string;
  /** "R$ 49,90" */
  amount: string;
  /** It was a second payment: the video stays the buyer's. */
  paidTwice: boolean;
  /** It could not be sent to the previous key. */
  failed: boolean;
  /** The absolute URL of the form. */
  formUrl: string;
}

/** Returns the mail that asks a buyer for a PIX key. */
export function writeRefundKeyMail(asked: RefundKeyMailValues, { locale, text }: PageTexts): MailParts {
  const { title, amount } = asked;
  const subject = text("mails.refundKey.subject", { amount });
  const about = text(asked.paidTwice ? "mails.refundKey.twice" : "mails.refundKey.back", { title, amount });
  return {
    locale,
    subject,
    paragraphs: [
      text("mails.hello"),
      about,
      text(asked.failed ? "mails.refundKey.failed" : "mails.refundKey.why"),
    ],
    button: { label: text("mails.refundKey.press"), href: asked.formUrl },
    smallPrint: [text("mails.refundKey.small")],
  };
}
