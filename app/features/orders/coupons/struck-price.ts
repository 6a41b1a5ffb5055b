/** Days for which a price must have been asked before it may be shown struck through (CDC, art. 37). */
export const struckPriceDays = 30;

/**
 * Returns whether a price may be shown struck through beside a lower one: whether it was asked long enough. `since`:
 * when the price began to apply; null if unknown.
 */
export function mayStrikePrice(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= struckPriceDays * 24 * 3_600_000;
}
