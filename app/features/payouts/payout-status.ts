/** A payout is prepared (amount and payee frozen), then paid with the bank's reference, or failed: the money is owed again. */
export const payoutStatuses = ["prepared", "paid", "failed"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];
