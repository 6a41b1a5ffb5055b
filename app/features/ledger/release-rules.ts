import type { PaymentMethod } from "~/features/money/payment-methods";
import { withdrawalEnds } from "~/features/refunds/refund-rules";

/**
 * How long after the payment a creator's part can be paid out, in days: time for the buyer's withdrawal (seven days,
 * art. 49 of the Brazilian consumer code), and for a card also for most of the disputes.
 */
export const releaseDays: Record<PaymentMethod, number> = { pix: 7, boleto: 7, card: 15, other: 15 };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The moment from which a sale's earnings can be paid out, never before the buyer's right to withdraw ends: that is the
 * end of the seventh day, up to a day more than seven times 24 hours. A way of paying not yet known counts as the longest.
 */
export function decideRelease(paidAt: Date, method: PaymentMethod | null): Date {
  const waited = paidAt.getTime() + releaseDays[method ?? "card"] * dayMs;
  return new Date(Math.max(waited, withdrawalEnds(paidAt).getTime()));
}
