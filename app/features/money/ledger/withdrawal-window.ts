import { behindUtcMs, dayMs } from "~/features/base/money/day-start";
import { refundableCents } from "./refund-rules";
import type { SaleMoney } from "./sale-status";

/** How long a buyer may withdraw without a reason, in days: art. 49 of the Brazilian consumer code (CDC). */
export const withdrawalDays = 7;

/**
 * The moment a buyer's right to withdraw ends: with the seventh day after the payment, in Brasília. The first day does
 * not count, the last does (Código Civil, art. 132).
 */
export function withdrawalEnds(paidAt: Date): Date {
  const day = Math.floor((paidAt.getTime() - behindUtcMs) / dayMs);
  return new Date((day + withdrawalDays + 1) * dayMs + behindUtcMs);
}

export interface WithdrawableSale extends SaleMoney {
  paidAt: Date | null;
  /** The buyer withdrew before, and the money could not be sent (`hasFailedWithdrawal`). */
  withdrawalFailed: boolean;
  /** The sale lowered the price of a course that is paid: the course is returned first. */
  credited?: boolean;
}

/**
 * Returns whether a buyer may withdraw from a sale now. A buyer who withdrew in time keeps the right where the refund
 * failed: a wrong Pix key is found out days later.
 */
export function mayWithdraw(sale: WithdrawableSale, now: Date): boolean {
  if (!sale.paid || !sale.paidAt || sale.duplicate || sale.credited) return false;
  if (sale.disputes.some(({ status }) => status === "open")) return false;
  const inTime = now.getTime() < withdrawalEnds(sale.paidAt).getTime();
  return refundableCents(sale) > 0 && (inTime || sale.withdrawalFailed);
}
