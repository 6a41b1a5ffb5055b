import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { isOutage } from "~/platform/outage.server";
import type { RefusalName } from "./refusals";

/**
 * Returns the refusal of a purchase that an outage prevented, by its cause: the payment provider, another request for
 * the same purchase, or the database. Returns undefined for a bug.
 */
export function refusalOfOutage(error: unknown): RefusalName | undefined {
  if (error instanceof PaymentsUnavailable)
    return error.reason === "inProgress" ? "inProgress" : "paymentsAway";
  return isOutage(error) ? "shopAway" : undefined;
}
