import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { DoneForm } from "~/features/playback/player/progress-strip";
import type { OwnReview } from "~/features/shop/reviews/reviews-view";
import { reviewsPath } from "~/features/shop/reviews/reviews-view";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Star } from "~/ui/rating";

interface EndPanelProps {
  videoId: string;
  isDone: boolean;
  /** Undefined for viewers who may not review. */
  own: { review: OwnReview | null } | undefined;
  /** The link to what comes next, before the button that replays. */
  next?: ReactNode;
  onReplay: () => void;
}

/** Covers the picture at the video's end: completed or not, the stars, and what comes next. */
export function EndPanel({ videoId, isDone, own, next, onReplay }: EndPanelProps) {
  const t = useText();
  return (
    <section
      aria-label={t(isDone ? "player.done" : "player.endedTitle")}
      className="absolute inset-0 flex flex-col items-center justify-center gap-2 overflow-y-auto bg-over-picture p-3 text-center text-on-picture sm:gap-4 sm:rounded-t-card"
    >
      {isDone && (
        <span className="hidden size-10 shrink-0 items-center justify-center rounded-full bg-success-soft text-on-success-soft sm:flex">
          <Icon name="check" />
        </span>
      )}
      <p role="status" className="font-display text-xl font-extrabold sm:text-3xl">
        {t(isDone ? "player.done" : "player.endedTitle")}
      </p>
      {isDone && own && <EndStars videoId={videoId} review={own.review} />}
      <div className="flex flex-wrap items-center justify-center gap-2">
        {next}
        {!isDone && (
          <div className="rounded-control bg-surface text-ink">
            <DoneForm videoId={videoId} isDone={false} />
          </div>
        )}
        <button
          type="button"
          onClick={onReplay}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-on-picture px-4 text-sm font-semibold hover:bg-on-picture/15"
        >
          <Icon name="undo" />
          {t("player.replay")}
        </button>
      </div>
    </section>
  );
}

/** One press gives the stars; a text is written below the player. */
function EndStars({ videoId, review }: { videoId: string; review: OwnReview | null }) {
  const t = useText();
  const action = useLinkTo()(reviewsPath(videoId)).to;
  if (review) {
    return (
      <p className="text-sm sm:text-base">
        {t("player.endRated")}{" "}
        {review.text === "" && (
          <a
            href="#own-review"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t("player.endWrite")}
          </a>
        )}
      </p>
    );
  }
  return (
    <Form method="post" action={action} preventScrollReset replace>
      <input type="hidden" name="back" value="watch" />
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="text" value="" />
      <fieldset>
        <legend className="mx-auto text-sm">{t("player.endRate")}</legend>
        <div className="flex justify-center">
          {([1, 2, 3, 4, 5] as const).map((stars) => (
            <button
              key={stars}
              type="submit"
              name="rating"
              value={stars}
              aria-label={t(`reviews.star${stars}`)}
              title={t(`reviews.star${stars}`)}
              className="flex size-11 cursor-pointer items-center justify-center rounded-control [&:hover>svg]:fill-rating [&:has(~button:hover)>svg]:fill-rating"
            >
              <Star filled={false} className="size-7 stroke-rating" />
            </button>
          ))}
        </div>
      </fieldset>
    </Form>
  );
}
