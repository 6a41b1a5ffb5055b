import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findSaleForMail } from "./sale-for-mail.queries.server";

export const writeAccessSuspended: MailWriter = async (
  { saleId },
  { db, texts: { text, locale }, urlOf },
) => {
  const sale = await findSaleForMail(db, saleId);
  // Skipped where another purchase, a course or a gift gives the access.
  if (sale?.status !== "disputed" || (sale.has_access && !sale.is_gift)) return undefined;
  const { title } = sale;
  const key = sale.is_gift ? "suspendedGift" : "suspended";
  return {
    locale,
    subject: text(`buyerMails.dispute.${key}Subject`, { title }),
    title: text(`buyerMails.dispute.${key}Title`),
    paragraphs: [text(`buyerMails.dispute.${key}`, { title })],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
  };
};

export const writeAccessBack: MailWriter = async ({ saleId }, { db, texts: { text, locale }, urlOf }) => {
  const sale = await findSaleForMail(db, saleId);
  if (sale?.status !== "completed" || !(sale.has_access || sale.is_gift)) return undefined;
  const { title } = sale;
  const key = sale.is_gift ? "backGift" : "back";
  return {
    locale,
    subject: text(`buyerMails.dispute.${key}Subject`, { title }),
    title: text(`buyerMails.dispute.${key}Title`),
    paragraphs: [text(`buyerMails.dispute.${key}`, { title })],
    button: sale.is_gift
      ? { label: text("giftMails.given.press"), href: urlOf(`/purchases/${sale.id}/gift`) }
      : { label: text("buyerMails.receipt.press"), href: urlOf(`/watch/${sale.video_id}`) },
  };
};
