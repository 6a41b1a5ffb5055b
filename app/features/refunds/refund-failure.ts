import type { MessageKey } from "~/i18n/message-key";

/** The reasons that Stripe names for a refund that failed: https://docs.stripe.com/api/refunds/object */
const known = [
  "charge_for_pending_refund_disputed",
  "declined",
  "expired_or_canceled_card",
  "insufficient_funds",
  "lost_or_stolen_card",
  "merchant_request",
  "unknown",
] as const;

/** Says why a refund could not be sent: in our words where Stripe gave one of its names, else in its own. */
export function explainRefundFailure(failure: string): { text: MessageKey; values: { reason: string } } {
  const one = known.find((name) => name === failure);
  return { text: one ? `office.refundFailure_${one}` : "office.providerSaid", values: { reason: failure } };
}
