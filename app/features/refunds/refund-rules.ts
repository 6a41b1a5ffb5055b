import { type RefundStatus, type SaleMoney, sumTakenBack } from "~/features/settlement/sale-status";

/** The buyer withdrew, an administrator decided, it was paid twice, or it was made at the provider. */
export const refundReasons = ["withdrawal", "admin", "duplicate", "provider"] as const;

export type RefundReason = (typeof refundReasons)[number];

/** Through the payment provider, or by bank transfer (the only way for a boleto). */
export type RefundChannel = "provider" | "outside";

/** A refund of ours that could not be sent. */
export interface FailedRefund {
  id: string;
  reason: RefundReason;
}

export type RefundRefusal =
  | "notPaid"
  /** The bank holds the money: a refund would return it twice. */
  | "disputeOpen"
  | "nothingLeft"
  | "tooMuch"
  /** Something was refunded since the page was loaded. */
  | "changedMeanwhile"
  | "boletoOutside";

export interface RefundRequest {
  amountCents: number;
  channel: RefundChannel;
  /** What was refunded when the page was loaded, in cents. */
  seenBackCents: number;
}

type RefundedSale = SaleMoney & { paymentMethod: string | null };

/** Returns what can still be refunded of a sale, in cents. */
export function refundableCents(sale: SaleMoney): number {
  return sale.paid ? Math.max(0, sale.amountCents - sumTakenBack(sale)) : 0;
}

/** Returns why a refund is refused; undefined where it is allowed. */
export function refuseRefund(sale: RefundedSale, wish: RefundRequest): RefundRefusal | undefined {
  if (!sale.paid) return "notPaid";
  if (sale.disputes.some(({ status }) => status === "open")) return "disputeOpen";
  if (sumTakenBack(sale) !== wish.seenBackCents) return "changedMeanwhile";
  const left = refundableCents(sale);
  if (left === 0) return "nothingLeft";
  if (!Number.isSafeInteger(wish.amountCents) || wish.amountCents < 1 || wish.amountCents > left)
    return "tooMuch";
  if (wish.channel === "provider" && sale.paymentMethod === "boleto") return "boletoOutside";
  return undefined;
}

/** How long a buyer may withdraw without a reason, in days: art. 49 of the Brazilian consumer code (CDC). */
export const withdrawalDays = 7;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Brazil's legal time, which has had no summer time since 2019 (Decreto 9.772/2019), behind UTC. */
const brasiliaMs = 3 * hourMs;

/**
 * The moment a buyer's right to withdraw ends: with the seventh day after the payment, in Brasília. The first day does not
 * count, the last does (Código Civil, art. 132).
 */
export function withdrawalEnds(paidAt: Date): Date {
  const day = Math.floor((paidAt.getTime() - brasiliaMs) / dayMs);
  return new Date((day + withdrawalDays + 1) * dayMs + brasiliaMs);
}

export interface WithdrawableSale extends SaleMoney {
  paidAt: Date | null;
  /** The buyer withdrew before, and the money could not be sent (`hasFailedWithdrawal`). */
  withdrawalFailed: boolean;
}

/**
 * Returns whether a buyer may withdraw from a sale now. A buyer who withdrew in time keeps the right where the refund failed:
 * a wrong Pix key is found out days later.
 */
export function mayWithdraw(sale: WithdrawableSale, now: Date): boolean {
  if (!sale.paid || !sale.paidAt || sale.duplicate) return false;
  if (sale.disputes.some(({ status }) => status === "open")) return false;
  const inTime = now.getTime() < withdrawalEnds(sale.paidAt).getTime();
  return refundableCents(sale) > 0 && (inTime || sale.withdrawalFailed);
}

/** A refund as far as it decides whether the buyer must say where it goes. */
export interface KeyedRefund {
  channel: RefundChannel;
  reason: RefundReason;
  status: RefundStatus;
  /** The PIX key it goes to is known. */
  hasKey: boolean;
}

/**
 * Decides whether the buyer must give a PIX key: `waiting` where a bank transfer waits for one, `again` where a second
 * payment could not be sent to the key given before. Returns undefined where no key is needed; a withdrawal that could
 * not be sent is the buyer's to repeat (`mayWithdraw`).
 */
export function decideKeyNeed(
  sale: SaleMoney,
  refunds: readonly KeyedRefund[],
): "waiting" | "again" | undefined {
  const byHand = refunds.filter(({ channel }) => channel === "outside");
  if (byHand.some(({ status, hasKey }) => status === "requested" && !hasKey)) return "waiting";
  const failed = byHand.some(({ reason, status }) => reason === "duplicate" && status === "failed");
  return sale.duplicate && failed && refundableCents(sale) > 0 ? "again" : undefined;
}

/** Whether a withdrawal of the buyer's could not be sent. */
export function hasFailedWithdrawal(
  refunds: readonly { reason: RefundReason; status: RefundStatus }[],
): boolean {
  return refunds.some(({ reason, status }) => reason === "withdrawal" && status === "failed");
}
