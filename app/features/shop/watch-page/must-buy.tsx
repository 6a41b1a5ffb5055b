import { useLocation } from "@remix-run/react";
import { TellsWithdrawal } from "~/features/accounts/accounts/tells-withdrawal";
import { formatMoney } from "~/features/base/money/money";
import { BuyForm, FreeForm } from "~/features/orders/checkout/buy-form";
import { isCheckoutCancelled } from "~/features/orders/checkout/checkout-addresses";
import { paymentPath, seePaymentKey } from "~/features/orders/checkout/payment-link";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import type { VideoView } from "~/features/playback/player/play-video.server";
import type { HoldingNotice } from "~/features/shop/sales-page/describe-holding.server";
import type { PlayingDoubt } from "~/features/videos/media/conversion";
import { BuyerDoubt } from "~/features/videos/media/format-warning";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PlayerPlaceholder } from "~/ui/player-placeholder";

interface MustBuyProps {
  video: VideoView;
  /** A payment did not go through. */
  failed: boolean;
  doubt?: PlayingDoubt;
  /** Another payment that comes first, and why. */
  held?: WatchButtonState | undefined;
  /** Why the viewer no longer has the video, or what comes first. */
  notice?: HoldingNotice | undefined;
}

/** In the place of the player, for those who have not bought the video. */
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
            // Its page knows what the viewer has paid for lessons.
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
