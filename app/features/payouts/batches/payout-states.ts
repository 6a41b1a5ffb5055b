/**
 * The states of a payout. It is prepared (amount and payee frozen), then paid with the bank's reference, or failed. The
 * bank may return a paid one days later. The money of a failed or returned payout is owed again.
 */
export const payoutStatuses = ["prepared", "paid", "failed", "returned"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** The only states that can follow each; the trigger `payouts_frozen` (0009-payouts) refuses others, too. */
const following: Record<PayoutStatus, readonly PayoutStatus[]> = {
  prepared: ["paid", "failed"],
  paid: ["returned"],
  failed: [],
  returned: [],
};

/** Returns whether a payout in one state may come to another. */
export function mayFollow(status: PayoutStatus, next: PayoutStatus): boolean {
  return following[status].includes(next);
}
