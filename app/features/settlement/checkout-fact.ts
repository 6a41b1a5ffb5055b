import type { Checkout, CheckoutFact } from "~/integrations/payments/payments";
import type { UnpaidFact } from "./sale-status";

/** What a checkout says, whether an event told it or we asked. */
export type SettledCheckout = Pick<
  CheckoutFact,
  "kind" | "paid" | "paidAt" | "sessionId" | "saleId" | "paymentIntentId" | "amountCents" | "currency"
>;

/** What a checkout that we asked for says, as an event would have told it; undefined while it is open. */
export function asFact(
  checkout: Omit<SettledCheckout, "kind"> & Pick<Checkout, "status" | "failed">,
): SettledCheckout | undefined {
  if (checkout.paid) return { ...checkout, kind: "checkoutPaid" };
  if (checkout.status === "open") return undefined;
  if (checkout.failed) return { ...checkout, kind: "checkoutFailed" };
  return { ...checkout, kind: checkout.status === "expired" ? "checkoutExpired" : "checkoutCompleted" };
}

/** Whether a checkout says that its money came. */
export function isPaid({ kind, paid }: SettledCheckout): boolean {
  return kind === "checkoutPaid" || (kind === "checkoutCompleted" && paid);
}

/** What a checkout that is not paid says of its sale. */
export function unpaidFactOf(kind: SettledCheckout["kind"]): UnpaidFact {
  if (kind === "checkoutFailed") return "paymentFailed";
  return kind === "checkoutExpired" ? "expired" : "unpaidYet";
}
