import type { MailContext, MailParts, MailWriter } from "~/features/base/mail/mail-parts";
import { paymentPath } from "~/features/orders/checkout/awaited-payment";
import { productFact } from "~/features/videos/courses/describe-courses.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { formatDateTime } from "~/i18n/dates";
import { formatMoney } from "~/i18n/money";
import { findSaleForMail, hasOtherSale, type MailedSale } from "./sale-mails.queries.server";

type AwaitedSale = MailedSale & { awaiting_code: string; awaiting_until: Date };

function isAwaited(sale: MailedSale | undefined, now: Date): sale is AwaitedSale {
  if (sale?.status !== "processing" || sale.set_aside_at !== null || sale.awaiting_code === null)
    return false;
  return sale.awaiting_until !== null && sale.awaiting_until > now;
}

export const writePaymentWaiting: MailWriter = async ({ saleId }, context) => {
  const sale = await findSaleForMail(context.db, saleId);
  if (!isAwaited(sale, context.now)) return undefined;
  const { text } = context.texts;
  const { title } = sale;
  const pix = sale.payment_method === "pix";
  return {
    ...awaitedParts(sale, context),
    subject: text(pix ? "buyerMails.waiting.subjectPix" : "buyerMails.waiting.subjectBoleto", { title }),
    title: text(pix ? "buyerMails.waiting.titlePix" : "buyerMails.waiting.titleBoleto"),
    paragraphs: [text("buyerMails.waiting.text"), ...(pix ? [] : [text("buyerMails.waiting.boletoTime")])],
  };
};

export const writePaymentReminder: MailWriter = async ({ saleId }, context) => {
  const sale = await findSaleForMail(context.db, saleId);
  if (!isAwaited(sale, context.now)) return undefined;
  const { text, locale } = context.texts;
  const { title } = sale;
  const pix = sale.payment_method === "pix";
  const date = formatDateTime(sale.awaiting_until, locale);
  return {
    ...awaitedParts(sale, context),
    subject: text(pix ? "buyerMails.reminder.subjectPix" : "buyerMails.reminder.subjectBoleto", { title }),
    title: text("buyerMails.reminder.title"),
    paragraphs: [text("buyerMails.reminder.text", { title, date })],
  };
};

function awaitedParts(
  sale: AwaitedSale,
  { texts: { text, locale }, urlOf }: MailContext,
): Omit<MailParts, "subject" | "title" | "paragraphs"> {
  const pix = sale.payment_method === "pix";
  return {
    locale,
    label: text(pix ? "buyerMails.methods.pix" : "buyerMails.methods.boleto"),
    code: {
      label: text(pix ? "buyerMails.waiting.codePix" : "buyerMails.waiting.codeBoleto"),
      value: sale.awaiting_code,
    },
    button: {
      label: text(pix ? "buyerMails.waiting.pressPix" : "buyerMails.waiting.pressBoleto"),
      href: urlOf(paymentPath(sale.id)),
    },
    amount: {
      label: text("buyerMails.facts.amount"),
      value: formatMoney(sale.amount_cents, sale.currency, locale),
    },
    facts: [
      productFact(sale, text),
      { label: text("buyerMails.facts.seller"), value: sale.creator_name },
      { label: text("buyerMails.facts.until"), value: formatDateTime(sale.awaiting_until, locale) },
      { label: text("buyerMails.facts.number"), value: sale.id },
    ],
  };
}

/** A payment that failed or expired, unless the buyer has the video or pays for it in another way. */
export const writePaymentFailed: MailWriter = async ({ saleId }, { db, texts: { text, locale }, urlOf }) => {
  const sale = await findSaleForMail(db, saleId);
  if (sale?.status !== "failed" || sale.set_aside_at !== null || (await hasOtherSale(db, sale)))
    return undefined;
  const { title } = sale;
  return {
    locale,
    subject: text("buyerMails.failed.subject", { title }),
    title: text("buyerMails.failed.title"),
    paragraphs: [
      text("buyerMails.failed.text", { title }),
      text(sale.for_sale ? "buyerMails.failed.again" : "buyerMails.failed.gone"),
    ],
    button: sale.for_sale
      ? { label: text("buyerMails.failed.press"), href: urlOf(videoPath({ id: sale.video_id, title })) }
      : { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
    facts: [
      {
        label: text("buyerMails.facts.amount"),
        value: formatMoney(sale.amount_cents, sale.currency, locale),
      },
      { label: text("buyerMails.facts.seller"), value: sale.creator_name },
    ],
  };
};

/** Only while the video is for sale. */
export const writeLeftWithoutPaying: MailWriter = async (
  { saleId },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const sale = await findSaleForMail(db, saleId);
  const unpaid = sale && !sale.paid_at && (sale.status === "pending" || sale.status === "failed");
  if (!unpaid || !sale.for_sale || (await hasOtherSale(db, sale))) return undefined;
  const { title } = sale;
  return {
    locale,
    picture: coverInMail(sale, appUrl),
    subject: text("buyerMails.left.subject", { title }),
    title: text("buyerMails.left.title"),
    paragraphs: [text("buyerMails.left.text", { title })],
    button: { label: text("buyerMails.left.press"), href: urlOf(videoPath({ id: sale.video_id, title })) },
    facts: [
      {
        label: text("buyerMails.facts.amount"),
        value: formatMoney(sale.price_cents, sale.price_currency, locale),
      },
      { label: text("buyerMails.facts.seller"), value: sale.creator_name },
    ],
    smallPrint: [text("buyerMails.left.small")],
  };
};
