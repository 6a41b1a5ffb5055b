import { useLocale, useText } from "~/i18n/use-locale";
import { Rating } from "~/ui/rating";
import { averageRating, formatCount, formatRating, type RatingFigures } from "./rating-average";

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
