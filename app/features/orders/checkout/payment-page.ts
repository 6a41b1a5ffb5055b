import type { PaymentMethod, SaleStatus } from "~/features/money/ledger/sale-status";
import type { AwaitedPayment } from "./payment-link";

export type PaymentElsewhere = "watch" | "purchases";

/** Returns the page of a purchase whose payment does not wait; undefined if it waits. */
export function decideElsewhere(sale: {
  status: SaleStatus;
  duplicate: boolean;
}): PaymentElsewhere | undefined {
  if (sale.status === "completed") return "watch";
  const waits = sale.status === "processing" || sale.status === "pending";
  return waits && !sale.duplicate ? undefined : "purchases";
}

/** `noCode`: payable, but its code is not known (yet). `over`: expired; a payment made in time may still be confirmed. */
export type PaymentPhase = "payable" | "noCode" | "over";

/** `until`: when the code expires; null if unknown. */
export function decidePhase(
  { code, until }: { code: string | null; until: Date | null },
  now: Date,
): PaymentPhase {
  if (until && until <= now) return "over";
  return code ? "payable" : "noCode";
}

/** `ends`: with its open checkout. `stays`: payable until it expires, because a complete checkout cannot be cancelled. */
export type OnPayingOtherwise = "ends" | "stays" | "isOver";

export function decideOnPayingOtherwise(status: SaleStatus, phase: PaymentPhase): OnPayingOtherwise {
  if (status === "pending") return "ends";
  return phase === "over" ? "isOver" : "stays";
}

export function isByCode(method: PaymentMethod | null): method is AwaitedPayment["method"] {
  return method === "pix" || method === "boleto";
}
