import { useLocation } from "@remix-run/react";
import { TellsWithdrawal } from "~/features/accounts/terms/tells-withdrawal";
import { formatMoney } from "~/features/base/money/money";
import { BuyForm, FreeForm } from "~/features/orders/checkout/buy-form";
import { isCheckoutCancelled } from "~/features/orders/checkout/checkout-addresses";
import { paymentPath, seePaymentKey } from "~/features/orders/checkout/payment-link";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import type { VideoView } from "~/features/playback/player/play-video.server";
import type { HeldNotice } from "~/features/shop/sales-page/describe-held.server";
import type { PlayingDoubt } from "~/features/videos/conversion/conversion";
import { BuyerDoubt } from "~/features/videos/conversion/format-warning";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PlayerPlaceholder } from "~/ui/player-placeholder";

interface MustBuyProps {
  video: VideoView;
  refunded: boolean;
  failed: boolean;
  doubt?: PlayingDoubt;
  /** Another payment that comes first, and why. */
  held?: WatchButtonState | undefined;
  heldNotice?: HeldNotice | undefined;
}

/** In the place of the player, for those who have not bought the video. */
export function MustBuy({ video, refunded, failed, doubt, held, heldNotice }: MustBuyProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  const isFree = video.priceCents === 0;
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="lock"
      title={t(isFree ? "player.freeTitle" : "player.mustBuyTitle")}
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
          <ButtonLink {...linkTo("/marketplace")} variant="secondary" size="large">
            {t("watch.toMarketplace")}
          </ButtonLink>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} variant="quiet" size="large" reloadDocument>
            {t("common.refresh")}
          </ButtonLink>
        </>
      }
    >
      {(isCheckoutCancelled(search) || (failed && !refunded)) && (
        <Notice role="status" className="mt-4 text-left">
          {t("player.cancelled")}
        </Notice>
      )}
      {heldNotice && (
        <Notice tone="info" icon="clock" title={heldNotice.title} className="mt-4 text-left">
          {heldNotice.text}
        </Notice>
      )}
      <p className="mt-2 text-ink-soft">
        {t(isFree ? "player.freeText" : refunded ? "player.refunded" : "player.mustBuyText")}
      </p>
      {doubt && <BuyerDoubt doubt={doubt} className="mt-4" />}
      {!isFree && <TellsWithdrawal className="mt-4" />}
    </PlayerPlaceholder>
  );
}
