import type { CheckoutFact, PaymentFact } from "./payments";
import { parseCharge } from "./stripe-charge.server";
import { parseDispute } from "./stripe-dispute.server";
import { parseRefund } from "./stripe-refund.server";
import { parseCheckout } from "./stripe-session.server";

type ReadFact = PaymentFact | undefined | "malformed";

const ofCheckout = (kind: CheckoutFact["kind"]) => (object: unknown) =>
  withKind(kind, withoutFailed(parseCheckout(object)));
const ofCharge = (object: unknown) => withKind("charge", parseCharge(object));
const ofRefund = (object: unknown) => withKind("refund", parseRefund(object));
const ofDispute = (object: unknown) => withKind("dispute", parseDispute(object));

/** The types that change something here, as listed in the README: https://docs.stripe.com/api/events/types */
const FACT_OF_TYPE = new Map<string, (object: unknown) => ReadFact>([
  ["checkout.session.completed", ofCheckout("checkoutCompleted")],
  ["checkout.session.async_payment_succeeded", ofCheckout("checkoutPaid")],
  ["checkout.session.async_payment_failed", ofCheckout("checkoutFailed")],
  ["checkout.session.expired", ofCheckout("checkoutExpired")],
  ["charge.succeeded", ofCharge],
  ["charge.updated", ofCharge],
  ["refund.created", ofRefund],
  ["refund.updated", ofRefund],
  ["refund.failed", ofRefund],
  ["charge.dispute.created", ofDispute],
  ["charge.dispute.updated", ofDispute],
  ["charge.dispute.closed", ofDispute],
  ["charge.dispute.funds_withdrawn", ofDispute],
  ["charge.dispute.funds_reinstated", ofDispute],
]);

export const webhookEventTypes: readonly string[] = [...FACT_OF_TYPE.keys()];

/** Returns the fact of an event; undefined where it changes nothing here. */
export function readFact(type: string, object: unknown): ReadFact {
  return FACT_OF_TYPE.get(type)?.(object);
}

/** An event does not expand the payment: its type says whether it failed. */
function withoutFailed(checkout: ReturnType<typeof parseCheckout>) {
  if (typeof checkout !== "object") return checkout;
  const { failed: _, ...told } = checkout;
  return told;
}

function withKind<K extends PaymentFact["kind"], T extends object>(
  kind: K,
  parsed: T | undefined | "malformed",
): ({ kind: K } & T) | undefined | "malformed" {
  return typeof parsed === "object" ? { kind, ...parsed } : parsed;
}
