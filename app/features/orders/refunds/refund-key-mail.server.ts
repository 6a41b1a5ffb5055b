import { formatMoney } from "~/features/base/money/money";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findKeyedRefund, findRefundWithoutKey } from "~/features/orders/settlement/refunds.queries.server";

/** Asks a buyer for the Pix key of a refund by bank transfer, unless it has one. */
export const writeRefundKeyMail: MailWriter = async ({ facts }, { db, texts: { text, locale }, urlOf }) => {
  const refund = await findRefundWithoutKey(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  const { title } = refund;
  const why = refund.status === "requested" ? "why" : refund.status === "returned" ? "returned" : "failed";
  return {
    locale,
    subject: text("mails.refundKey.subject", { amount }),
    paragraphs: [
      text(refund.duplicate ? "mails.refundKey.twice" : "mails.refundKey.back", { title, amount }),
      text(`mails.refundKey.${why}`),
    ],
    button: {
      label: text("mails.refundKey.press"),
      href: urlOf(`/purchases/${refund.sale_id}/refund-key`),
    },
    smallPrint: [text("mails.refundKey.small")],
  };
};

/** Tells a buyer that the Pix key of a refund was replaced, so that nobody else redirects it unnoticed. */
export const writeRefundKeyChanged: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const refund = await findKeyedRefund(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  return {
    locale,
    subject: text("mails.refundKey.changedSubject", { amount }),
    paragraphs: [
      text("mails.refundKey.changed", { amount, title: refund.title }),
      text("mails.refundKey.changedNotYou"),
    ],
    button: {
      label: text("mails.refundKey.changedPress"),
      href: urlOf(`/purchases/${refund.sale_id}/refund-key`),
    },
  };
};
