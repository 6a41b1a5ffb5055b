/**
 * The fewest days until a release: the buyer may withdraw for seven (art. 49 of the Brazilian consumer code), and the
 * money of a sale that is taken back should still be there. The most: money of others is not kept for longer without a
 * reason of its own, which is what a reserve has.
 */
export const releaseDayLimits = { min: 7, max: 60 } as const;

/** The largest reserve: half of the creator's part, for the time in which most disputes of cards are opened. */
export const reserveLimits = { maxBp: 5_000, maxDays: 180 } as const;
