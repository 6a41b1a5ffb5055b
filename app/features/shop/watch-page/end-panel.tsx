import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { TellsWithdrawal } from "~/features/base/accounts/terms";
import { isCheckoutCancelled, paymentPath, seePaymentKey } from "~/features/orders/checkout/awaited-payment";
import { BuyForm, FreeForm } from "~/features/orders/checkout/buy-form";
import type { WatchButtonState } from "~/features/orders/checkout/holding";
import type { VideoView } from "~/features/playback/player/play-video.server";
import { DoneForm } from "~/features/playback/player/progress-strip";
import { type OwnReview, reviewsPath } from "~/features/shop/reviews/reviews-view";
import type { HoldingNotice } from "~/features/shop/sales-page/describe-holding.server";
import type { PlayingDoubt } from "~/features/videos/media/conversion";
import { BuyerDoubt } from "~/features/videos/media/format-warning";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PlayerPlaceholder } from "~/ui/player-placeholder";
import { Star } from "~/ui/rating";

interface EndPanelProps {
  videoId: string;
  isDone: boolean;
  /** Undefined if the viewer may not review. */
  own: { review: OwnReview | null } | undefined;
  next?: ReactNode;
  onReplay: () => void;
}

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
            <DoneForm videoId={videoId} isDone={false} isLesson={next !== undefined} />
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

interface MustBuyProps {
  video: VideoView;
  failed: boolean;
  doubt?: PlayingDoubt;
  /** Another payment that comes first, and why. */
  held?: WatchButtonState | undefined;
  /** Why the viewer no longer has the video, or what comes first. */
  notice?: HoldingNotice | undefined;
}

/** In place of the player, for those who have not bought the video. */
export function MustBuy({ video, failed, doubt, held, notice }: MustBuyProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  const isFree = video.priceCents === 0;
  const had = notice?.kind === "ended" ? notice : undefined;
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="lock"
      title={had ? had.title : t(isFree ? "player.freeTitle" : "player.mustBuyTitle")}
      actions={
        <>
          {held?.saleId ? (
            <ButtonLink {...linkTo(paymentPath(held.saleId))} size="large">
              {t(seePaymentKey(held.awaited))}
            </ButtonLink>
          ) : video.isCourse && !isFree ? (
            // The course's page knows what the viewer has paid for lessons.
            <ButtonLink {...linkTo(`/courses/${video.id}`)} variant="buy" size="large">
              {t("player.toCourse")}
            </ButtonLink>
          ) : isFree ? (
            <FreeForm videoId={video.id} size="large">
              {t("marketplace.watch")}
            </FreeForm>
          ) : (
            <BuyForm videoId={video.id} priceCents={video.priceCents} size="large">
              {t("watch.buy", { price: formatMoney(video.priceCents, video.currency, locale) })}
            </BuyForm>
          )}
          {had?.link && (
            <ButtonLink {...linkTo(had.link.to)} variant="secondary" size="large">
              {had.link.label}
            </ButtonLink>
          )}
          <ButtonLink {...linkTo("/marketplace")} variant="secondary" size="large">
            {t("watch.toMarketplace")}
          </ButtonLink>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} variant="quiet" size="large" reloadDocument>
            {t("common.refresh")}
          </ButtonLink>
        </>
      }
    >
      {(isCheckoutCancelled(search) || (failed && !had)) && (
        <Notice role="status" className="mt-4 text-left">
          {t("player.cancelled")}
        </Notice>
      )}
      {notice && !had && (
        <Notice tone="info" icon="clock" title={notice.title} className="mt-4 text-left">
          {notice.text}
        </Notice>
      )}
      <p className="mt-2 text-ink-soft">
        {had ? had.text : t(isFree ? "player.freeText" : "player.mustBuyText")}
      </p>
      {doubt && <BuyerDoubt doubt={doubt} className="mt-4" />}
      {!isFree && <TellsWithdrawal className="mt-4" />}
    </PlayerPlaceholder>
  );
}
