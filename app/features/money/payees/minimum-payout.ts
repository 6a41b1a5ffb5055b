/**
 * In cents: the lowest that an administrator may set, and the one that applies until one is set. An erasure waits for a
 * balance of this amount, and a creator whose account is being erased is paid from it on, so that a higher amount takes
 * nothing from those who leave.
 */
export const minimumPayoutCents = 100;

const highestMinimumPayoutCents = 100_000;

export function maySetMinimumPayout(cents: number): boolean {
  return cents >= minimumPayoutCents && cents <= highestMinimumPayoutCents;
}
