import type { PaymentMethod } from "~/features/base/money/payment-methods";
import { withdrawalEnds } from "~/features/ledger/sales/withdrawal-window";

/**
 * Days from the payment until a creator's part can be paid out: time for the buyer's withdrawal (seven days, art. 49 of
 * the Brazilian consumer code), and for most disputes of cards.
 */
export const releaseDays: Record<PaymentMethod, number> = { pix: 7, boleto: 7, card: 15, other: 15 };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns when a sale's earnings can be paid out, never before the buyer's right to withdraw ends: the end of the
 * seventh day, up to a day more than seven times 24 hours. An unknown method counts as a card.
 */
export function decideRelease(paidAt: Date, method: PaymentMethod | null): Date {
  const waited = paidAt.getTime() + releaseDays[method ?? "card"] * dayMs;
  return new Date(Math.max(waited, withdrawalEnds(paidAt).getTime()));
}
