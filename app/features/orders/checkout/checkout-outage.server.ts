import type { MessageKey } from "~/i18n/message-key";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { isOutage } from "~/platform/outage.server";

/**
 * Returns the message for a purchase that an outage prevented, by its cause: the payment provider, another request for
 * the same purchase, or the database. Returns undefined for a bug.
 */
export function describeCheckoutOutage(error: unknown): MessageKey | undefined {
  if (error instanceof PaymentsUnavailable)
    return error.reason === "inProgress" ? "marketplace.buyInProgress" : "marketplace.paymentsDown";
  return isOutage(error) ? "marketplace.shopBusy" : undefined;
}
