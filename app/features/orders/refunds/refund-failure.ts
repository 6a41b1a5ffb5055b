import type { MessageKey } from "~/i18n/message-key";
import type { RefundFailure } from "~/integrations/payments/payments";

/** Returns the reason of a failed refund in words, with the provider's text if we have no term for it. */
export function explainRefundFailure(
  failure: RefundFailure,
  providerMessage: string | null,
): { text: MessageKey; values: { reason: string } } {
  const isOther = failure === "other" && providerMessage !== null;
  const reason = isOther ? providerMessage.slice(0, 250) : "";
  return { text: isOther ? "office.providerSaid" : `office.refundFailures.${failure}`, values: { reason } };
}
