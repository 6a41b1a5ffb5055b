/**
 * The lowest minimum payout that an administrator may set, in cents (R$ 1,00), and the one that applies until one is
 * set: each payout is a transfer that a person makes and confirms. A balance below the amount that is set is paid with
 * the next batch that reaches it. An erasure waits for a balance of the lowest amount, and a creator whose account is
 * being erased is paid from it on, so that a higher amount takes nothing from those who leave.
 */
export const minimumPayoutCents = 100;

/** The highest minimum payout that an administrator may set, in cents. */
const highestMinimumPayoutCents = 100_000;

/** Returns whether an amount in cents may be set as the minimum payout. */
export function maySetMinimumPayout(cents: number): boolean {
  return cents >= minimumPayoutCents && cents <= highestMinimumPayoutCents;
}
