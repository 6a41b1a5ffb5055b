/**
 * In cents: the default, and the lowest that an administrator may set. An account being erased is paid from this
 * balance on, and its erasure waits for that, so that a higher minimum takes nothing from those who leave.
 */
export const minimumPayoutCents = 100;

export const highestMinimumPayoutCents = 100_000;
