import { type Locale, languages } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { Rating } from "~/ui/rating";

export function RatingMark({
  figures,
  withCount = true,
  className,
}: {
  figures: RatingFigures;
  withCount?: boolean;
  className?: string;
}) {
  const locale = useLocale();
  const t = useText();
  const average = averageRating(figures);
  if (average === undefined) return null;
  const value = formatRating(average, locale);
  const count = formatCount(figures.review_count, locale);
  const label = t(figures.review_count === 1 ? "common.ratingOfOne" : "common.rating", {
    value,
    number: count,
  });
  return <Rating value={value} count={withCount ? count : undefined} label={label} className={className} />;
}

/**
 * Sums of shown reviews. Triggers keep them (`count_review` in migrations/0008-learners.ts): a review counts if it is
 * shown (`reviews.shown`) and its author paid for the product (`reviews.bought`).
 */
export interface RatingFigures {
  review_count: number;
  rating_total: number;
}

/** 1 to 5; undefined without a review. */
export function averageRating({ review_count, rating_total }: RatingFigures): number | undefined {
  return review_count > 0 ? rating_total / review_count : undefined;
}

/** Made when first needed: making one costs some forty times what using it does. */
const formats = new Map<Locale, { rating: Intl.NumberFormat; count: Intl.NumberFormat }>();

function formatsOf(locale: Locale) {
  const known = formats.get(locale);
  if (known) return known;
  const { numbers } = languages[locale];
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const made = { rating: new Intl.NumberFormat(numbers, digits), count: new Intl.NumberFormat(numbers) };
  formats.set(locale, made);
  return made;
}

/** Such as "4,9". */
export function formatRating(average: number, locale: Locale): string {
  return formatsOf(locale).rating.format(average);
}

/** Such as "1.204". */
export function formatCount(count: number, locale: Locale): string {
  return formatsOf(locale).count.format(count);
}
