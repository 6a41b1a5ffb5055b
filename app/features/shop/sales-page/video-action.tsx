import { BuyForm } from "~/features/orders/checkout/buy-form";
import { checkoutPath } from "~/features/orders/checkout/purchase-intention";
import { shownPriceField } from "~/features/orders/checkout/shown-price";
import { WatchButton } from "~/features/orders/checkout/watch-button";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";

export interface ActionVideo {
  id: string;
  title: string;
  price_cents: number;
  /** The code of a coupon whose price is shown. */
  coupon?: string | undefined;
}

/**
 * The one thing that this viewer does with a video: buy it, see the status of its payment, watch it, or edit their own.
 */
export function VideoAction({ video, shown }: { video: ActionVideo; shown: WatchButtonState }) {
  const t = useText();
  const linkTo = useLinkTo();
  const isFree = video.price_cents === 0;
  // Nothing to pay, and no other page to open: one press gives access and plays.
  if (isFree && shown.step === "buy") {
    return (
      <form method="post" action={linkTo(checkoutPath(video.id, video.coupon)).to}>
        <input type="hidden" name={shownPriceField} value="0" />
        <Button variant="buy" size="large" className="w-full">
          {t("marketplace.watch")}
        </Button>
      </form>
    );
  }
  if (shown.step === "buy") {
    return (
      <BuyForm videoId={video.id} priceCents={video.price_cents} coupon={video.coupon} size="large">
        {t("marketplace.buy")}
      </BuyForm>
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
