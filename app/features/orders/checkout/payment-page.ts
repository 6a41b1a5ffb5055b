import type { PaymentMethod, SaleStatus } from "~/features/money/ledger/sale-status";
import type { AwaitedPayment } from "./payment-link";

export type PaymentElsewhere = "watch" | "purchases";

/** Returns the page that shows a purchase whose payment does not wait; undefined for one that does. */
export function decideElsewhere(sale: {
  status: SaleStatus;
  duplicate: boolean;
}): PaymentElsewhere | undefined {
  if (sale.status === "completed") return "watch";
  const waits = sale.status === "processing" || sale.status === "pending";
  return waits && !sale.duplicate ? undefined : "purchases";
}

/**
 * - `payable`: the code can be copied and paid
 * - `noCode`: it can be paid, and its code is not known (yet)
 * - `over`: its time is over; a payment made in time may still be confirmed
 */
export type PaymentPhase = "payable" | "noCode" | "over";

/** Returns how far a waiting payment is. `until` is when its code ends, where that is known. */
export function decidePhase(
  { code, until }: { code: string | null; until: Date | null },
  now: Date,
): PaymentPhase {
  if (until && until <= now) return "over";
  return code ? "payable" : "noCode";
}

/**
 * Outcome of a pending payment when its buyer pays by another method: `ends` with its checkout, which is still open,
 * or `stays` payable until it expires, because the provider cannot cancel the payment of a complete checkout.
 */
export type OnPayingOtherwise = "ends" | "stays" | "isOver";

/** Returns what paying in another way does to this payment. */
export function decideOnPayingOtherwise(status: SaleStatus, phase: PaymentPhase): OnPayingOtherwise {
  if (status === "pending") return "ends";
  return phase === "over" ? "isOver" : "stays";
}

/** Returns whether a payment is by a code that the buyer pays at a bank. */
export function isByCode(method: PaymentMethod | null): method is AwaitedPayment["method"] {
  return method === "pix" || method === "boleto";
}
