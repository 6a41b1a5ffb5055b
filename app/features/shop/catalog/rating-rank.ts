/** Reviews that every product is assumed to have, so that few reviews weigh less. */
export const assumedReviews = 5;

/** The stars of each assumed review. */
export const assumedStars = 4;

/**
 * Returns the sort key of the order "best rated", in thousandths of a star: the mean with the assumed reviews, rounded
 * down; 0 without a review. `ratingTotal`: the sum of all stars. The trigger `count_review` keeps it in
 * `videos.rating_rank` by the function `rating_rank_of` (migrations/0004-videos.ts); a database test compares the two.
 */
export function ratingRank(reviewCount: number, ratingTotal: number): number {
  if (reviewCount === 0) return 0;
  const total = ratingTotal + assumedReviews * assumedStars;
  return Math.floor((total * 1000) / (reviewCount + assumedReviews));
}
