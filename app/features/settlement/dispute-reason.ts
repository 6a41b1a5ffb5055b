import type { Text } from "~/i18n/use-locale";

/** The reasons that Stripe names; the banks' own codes stand behind them. */
const known = [
  "bank_cannot_process",
  "check_returned",
  "credit_not_processed",
  "customer_initiated",
  "debit_not_authorized",
  "duplicate",
  "fraudulent",
  "general",
  "incorrect_account_details",
  "insufficient_funds",
  "noncompliant",
  "product_not_received",
  "product_unacceptable",
  "subscription_canceled",
  "unrecognized",
] as const;

/** Says why a buyer disputes, also for a reason that Stripe names only later. */
export function describeDisputeReason(reason: string, t: Text): string {
  const one = known.find((name) => name === reason);
  return t(one ? `office.disputeReason_${one}` : "office.disputeReason_another");
}
