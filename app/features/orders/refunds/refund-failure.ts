import type { MessageKey } from "~/i18n/message-key";
import type { RefundFailure } from "~/integrations/payments/payments";

/**
 * Returns why a refund could not be sent, in words; with the provider's own text where the reason has no term of ours.
 */
export function explainRefundFailure(
  failure: RefundFailure,
  providerMessage: string | null,
): { text: MessageKey; values: { reason: string } } {
  const isOther = failure === "other" && providerMessage !== null;
  const reason = isOther ? providerMessage.slice(0, 250) : "";
  return { text: isOther ? "office.providerSaid" : `office.refundFailures.${failure}`, values: { reason } };
}
