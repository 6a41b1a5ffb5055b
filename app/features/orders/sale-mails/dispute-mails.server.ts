import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findSaleForMail } from "./sale-for-mail.queries.server";

export const writeAccessSuspended: MailWriter = async (
  { saleId },
  { db, texts: { text, locale }, urlOf },
) => {
  const sale = await findSaleForMail(db, saleId);
  if (sale?.status !== "disputed") return undefined;
  const { title } = sale;
  return {
    locale,
    subject: text("buyerMails.dispute.suspendedSubject", { title }),
    title: text("buyerMails.dispute.suspendedTitle"),
    paragraphs: [text("buyerMails.dispute.suspended", { title })],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
  };
};

export const writeAccessBack: MailWriter = async ({ saleId }, { db, texts: { text, locale }, urlOf }) => {
  const sale = await findSaleForMail(db, saleId);
  if (sale?.status !== "completed") return undefined;
  const { title } = sale;
  return {
    locale,
    subject: text("buyerMails.dispute.backSubject", { title }),
    title: text("buyerMails.dispute.backTitle"),
    paragraphs: [text("buyerMails.dispute.back", { title })],
    button: { label: text("buyerMails.receipt.press"), href: urlOf(`/watch/${sale.video_id}`) },
  };
};
