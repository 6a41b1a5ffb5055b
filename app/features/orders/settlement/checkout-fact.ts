import type { UnpaidFact } from "~/features/money/ledger/sale-status";
import type { Checkout, CheckoutFact } from "~/integrations/payments/payments";

export type SettledCheckout = Pick<
  CheckoutFact,
  | "kind"
  | "paid"
  | "paidAt"
  | "checkoutId"
  | "saleId"
  | "terms"
  | "openedAt"
  | "paymentId"
  | "amountCents"
  | "currency"
>;

/** Returns a requested checkout as an event would report it; undefined while it is open. */
export function asFact(
  checkout: Omit<SettledCheckout, "kind"> & Pick<Checkout, "status" | "failed">,
): SettledCheckout | undefined {
  if (checkout.paid) return { ...checkout, kind: "checkoutPaid" };
  if (checkout.status === "open") return undefined;
  if (checkout.failed) return { ...checkout, kind: "checkoutFailed" };
  return { ...checkout, kind: checkout.status === "expired" ? "checkoutExpired" : "checkoutCompleted" };
}

export function isPaid({ kind, paid }: SettledCheckout): boolean {
  return kind === "checkoutPaid" || (kind === "checkoutCompleted" && paid);
}

export function unpaidFactOf(kind: SettledCheckout["kind"]): UnpaidFact {
  if (kind === "checkoutFailed") return "paymentFailed";
  return kind === "checkoutExpired" ? "expired" : "unpaidYet";
}
