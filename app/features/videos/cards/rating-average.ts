import { type Locale, languages } from "~/i18n/languages";

/**
 * The sums of a video's or a creator's shown reviews. The trigger `count_review` keeps them (migrations/0006-shop.ts);
 * `reviews.shown` decides which reviews count.
 */
export interface RatingFigures {
  review_count: number;
  rating_total: number;
}

/** Returns the mean rating, 1 to 5; undefined without a review. */
export function averageRating({ review_count, rating_total }: RatingFigures): number | undefined {
  return review_count > 0 ? rating_total / review_count : undefined;
}

/** Returns a mean rating with one decimal, such as "4,9". */
export function formatRating(average: number, locale: Locale): string {
  return new Intl.NumberFormat(languages[locale].numbers, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average);
}

/** Returns a number of people or reviews with its separators, such as "1.204". */
export function formatCount(count: number, locale: Locale): string {
  return new Intl.NumberFormat(languages[locale].numbers).format(count);
}
