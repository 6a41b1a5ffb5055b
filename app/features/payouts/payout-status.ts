/**
 * A payout is prepared (amount and payee frozen), then paid with the bank's reference, or failed: the money is owed again.
 * One that was paid may be returned by the bank days later, and is owed again, too.
 */
export const payoutStatuses = ["prepared", "paid", "failed", "returned"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];
