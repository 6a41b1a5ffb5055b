/** Minimum reviews for a distribution: fewer would reveal who gave which rating. */
const histogramFrom = 5;

export interface HistogramBar {
  stars: 1 | 2 | 3 | 4 | 5;
  count: number;
  /** Of all reviews, 0 to 100, rounded. */
  percent: number;
}

/**
 * Returns how the reviews of a video are distributed, five stars first; undefined below five reviews.
 * `counts`: the number of reviews with one star, two stars and so on
 */
export function ratingHistogram(counts: readonly number[]): HistogramBar[] | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < histogramFrom) return undefined;
  return ([5, 4, 3, 2, 1] as const).map((stars) => {
    const count = counts[stars - 1] ?? 0;
    return { stars, count, percent: Math.round((count * 100) / all) };
  });
}
