import { BuyForm, FreeForm } from "~/features/orders/checkout/buy-form";
import { paymentPath, seePaymentKey } from "~/features/orders/checkout/payment-link";
import { WatchButton } from "~/features/orders/checkout/watch-button";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";

export interface ActionVideo {
  id: string;
  title: string;
  price_cents: number;
  /** The code of a coupon whose price is shown. */
  coupon?: string | undefined;
}

/**
 * The one thing that this viewer does with a video: buy it, see the status of its payment or of the one that comes
 * first, watch it, or edit their own.
 */
export function VideoAction({ video, shown }: { video: ActionVideo; shown: WatchButtonState }) {
  const t = useText();
  const linkTo = useLinkTo();
  const isFree = video.price_cents === 0;
  if (isFree && shown.step === "buy") {
    return (
      <FreeForm videoId={video.id} coupon={video.coupon} size="large">
        {t("marketplace.watch")}
      </FreeForm>
    );
  }
  if (shown.step === "buy") {
    return (
      <BuyForm videoId={video.id} priceCents={video.price_cents} coupon={video.coupon} size="large">
        {t("marketplace.buy")}
      </BuyForm>
    );
  }
  if (shown.step === "held" && shown.saleId) {
    return (
      <ButtonLink {...linkTo(paymentPath(shown.saleId))} size="large">
        {t(seePaymentKey(shown.awaited))}
      </ButtonLink>
    );
  }
  if (shown.step === "own") {
    return (
      <ButtonLink
        {...linkTo(`/creator/videos/${video.id}/edit`)}
        reloadDocument
        variant="secondary"
        size="large"
      >
        {t("salesPage.edit")}
      </ButtonLink>
    );
  }
  // Someone who is not signed in may have bought it: beside a price it says "Buy" all the same.
  const isLogin = shown.step === "login";
  return (
    <WatchButton
      videoId={video.id}
      title={video.title}
      priceCents={video.price_cents}
      coupon={video.coupon}
      shown={shown}
      size="large"
      {...(isLogin ? { look: "buy" } : {})}
    >
      {t(isLogin && !isFree ? "marketplace.buy" : "marketplace.watch")}
    </WatchButton>
  );
}
