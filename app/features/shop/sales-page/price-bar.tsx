import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { useLocale, useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { PriceBefore } from "./coupon-note";
import type { CouponNotice, FreeNotice } from "./coupon-notice";
import { stateNames } from "./price-box";
import { type ActionVideo, VideoAction } from "./video-action";

/** On phones: price and button at the bottom of the window, and at rest below the content. */
export function PriceBar({
  video,
  shown,
  coupon,
  free,
}: {
  video: ActionVideo & { currency: Currency };
  shown: WatchButtonState;
  coupon: CouponNotice | undefined;
  free: FreeNotice | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const { step } = shown;
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 sm:px-6 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-16px_rgb(40_25_10/0.35)] lg:hidden">
      <div className={step === "own" ? "sr-only" : "shrink-0"}>
        {step === "buy" || step === "login" ? (
          <>
            <PriceBefore coupon={coupon} currency={video.currency} />
            <p className="text-xl leading-tight font-bold text-primary tabular-nums">
              {free?.price ?? formatMoney(video.price_cents, video.currency, locale)}
            </p>
            <p className="text-xs text-ink-soft">{free?.text ?? t("salesPage.withdrawal")}</p>
          </>
        ) : (
          <p className="font-semibold">{t(step === "own" ? "salesPage.own" : stateNames[step])}</p>
        )}
      </div>
      <div className="max-w-full min-w-fit flex-1 *:w-full">
        <VideoAction video={video} shown={shown} />
      </div>
      {step === "own" && (
        // A fragment inside a closed `details` opens it (HTML Standard, "ancestor details revealing algorithm").
        <a href="#share" className={buttonLook("primary", "large", "flex-1")}>
          {t("sharing.share")}
        </a>
      )}
    </div>
  );
}
