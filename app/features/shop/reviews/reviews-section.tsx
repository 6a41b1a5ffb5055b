import type { ReactNode } from "react";
import { averageRating, formatCount, formatRating } from "~/features/videos/pictures/rating-mark";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import type { FormFields } from "~/ui/forms/form-error";
import { lazyForm } from "~/ui/forms/lazy-form";
import { Stars } from "~/ui/rating";
import { ReviewItem } from "./review-item";
import {
  type HistogramBar,
  type PublicReview,
  type ReviewsView,
  reviewsPath,
  reviewsSectionId,
} from "./reviews-view";

/** Loaded for buyers only. */
const ReviewEditor = lazyForm("#own-review", async () => (await import("./review-forms")).ReviewEditor);

interface ReviewsSectionProps {
  shown: ReviewsView;
  /** False on the page of all reviews, which has its own title. */
  titled?: boolean;
  /** Of the last form on the page. */
  result?: FormFields;
  sort?: ReactNode;
  /** Address of the next page, on the page of all reviews. */
  moreTo?: string;
}

/** The mean, the distribution and the reviews of a video, with a buyer's own. Needs `ShopTexts`. */
export function ReviewsSection({ shown, titled = true, result, sort, moreTo }: ReviewsSectionProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { videoId, reviews, next, viewer, own, creator } = shown;
  // A creator may reply to each.
  const isListed = ({ text, reply }: PublicReview) => viewer === "owner" || text !== "" || reply !== null;
  const listed = reviews.filter(isListed);
  const starsOnly = reviews.filter((review) => !isListed(review));
  const isEmpty = shown.figures.review_count === 0 && reviews.length === 0;
  // Without reviews, only a buyer has something to do here.
  if (isEmpty && viewer !== "buyer" && titled) return null;
  return (
    <section
      id={reviewsSectionId}
      aria-labelledby={titled ? "reviews-title" : undefined}
      className="scroll-mt-24"
    >
      {titled && (
        <h2 id="reviews-title" className="text-2xl sm:text-3xl">
          {t("reviews.title")}
        </h2>
      )}
      <Summary {...shown} isOfLessons={reviews.some(({ lesson }) => lesson)} />
      {viewer === "buyer" && (
        <div className="mt-6">
          <ReviewEditor
            videoId={videoId}
            own={own}
            back="video"
            result={result?.onlyIf(result.typedIn("intent") === "save")}
          />
        </div>
      )}
      {sort}
      {listed.length > 0 && (
        <ul className="mt-6 border-b border-line">
          {listed.map((review) => (
            <ReviewItem
              key={review.id}
              videoId={review.lesson?.id ?? videoId}
              viewer={viewer}
              creator={creator}
              review={review}
              result={result?.onlyIf(result.typedIn("reviewId") === review.id)}
            />
          ))}
        </ul>
      )}
      {starsOnly.length > 0 && (
        <details className="border-b border-line">
          <summary className="flex min-h-12 cursor-pointer items-center font-semibold">
            {t("reviews.starsOnly", { count: starsOnly.length })}
          </summary>
          <ul className="pb-3">
            {starsOnly.map(({ id, author, rating, date }) => (
              <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-2.5 text-sm text-ink-faint">
                <Stars rating={rating} label={t("reviews.of5", { rating })} />
                <span className="text-ink-soft">{author || t("reviews.someone")}</span>
                {date}
              </li>
            ))}
          </ul>
        </details>
      )}
      {next && (
        <div className="mt-6">
          <ButtonLink {...linkTo(moreTo ?? reviewsPath(videoId))} variant="secondary">
            {t(titled ? "reviews.all" : "reviews.more")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

function Summary({
  figures,
  histogram,
  isOfLessons,
}: Pick<ReviewsView, "figures" | "histogram"> & { isOfLessons: boolean }) {
  const t = useText();
  const locale = useLocale();
  const average = averageRating(figures);
  if (average === undefined)
    return <p className="mt-3 text-ink-soft">{t(isOfLessons ? "reviews.ofLessons" : "reviews.none")}</p>;
  const rating = formatRating(average, locale);
  const number = formatCount(figures.review_count, locale);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-12 gap-y-5">
      <div className="flex flex-wrap items-center gap-4">
        <p className="font-display text-5xl font-extrabold tracking-tight tabular-nums">{rating}</p>
        <div>
          <Stars rating={average} label={t("reviews.of5", { rating })} size="size-5" />
          <p className="text-sm text-ink-soft">
            {t(figures.review_count === 1 ? "reviews.one" : "reviews.many", { number })}
          </p>
        </div>
      </div>
      {histogram && <Histogram bars={histogram} />}
    </div>
  );
}

function Histogram({ bars }: { bars: readonly HistogramBar[] }) {
  const t = useText();
  return (
    <ul className="w-full max-w-sm space-y-1.5 text-sm text-ink-soft tabular-nums">
      {bars.map(({ stars, count, percent }) => (
        <li key={stars} className="flex items-center gap-3">
          <span className="w-20 shrink-0">{t(`reviews.star${stars}`)}</span>
          <progress
            max={100}
            value={percent}
            aria-label={t("reviews.bar", { stars: t(`reviews.star${stars}`), count })}
            className="h-2 grow appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-rating [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-rating"
          />
          <span aria-hidden="true" className="w-10 text-right">
            {percent}%
          </span>
        </li>
      ))}
    </ul>
  );
}
