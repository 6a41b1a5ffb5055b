import { formatMoney } from "~/features/base/money/money";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findFailedWithdrawal } from "~/features/orders/settlement/refunds.queries.server";

/** A buyer withdrew, and the refund failed: where to request it again, unless they did. */
export const writeWithdrawalFailed: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const refund = await findFailedWithdrawal(db, String(facts.refundId));
  if (!refund) return undefined;
  const amount = formatMoney(refund.amount_cents, refund.currency, locale);
  return {
    locale,
    subject: text("mails.withdrawal.subject", { amount }),
    paragraphs: [
      text("mails.withdrawal.failed", { title: refund.title, amount }),
      text(
        `mails.withdrawal.${refund.status === "returned" ? "returned" : refund.channel === "outside" ? "pixKey" : "sameWay"}`,
      ),
      text("mails.withdrawal.right"),
    ],
    button: { label: text("mails.withdrawal.press"), href: urlOf(`/purchases/${refund.sale_id}/withdraw`) },
  };
};
