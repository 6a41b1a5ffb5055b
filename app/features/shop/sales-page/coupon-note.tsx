import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { CouponNotice } from "./coupon-notice";

/** The price without the coupon, struck through, if it may be (`struck-price.ts`). */
export function PriceBefore({ coupon, currency }: { coupon: CouponNotice | undefined; currency: Currency }) {
  const t = useText();
  const locale = useLocale();
  if (!coupon?.ok || !coupon.mayStrike) return null;
  return (
    <p className="text-ink-soft tabular-nums">
      <VisuallyHidden>{t("salesPage.priceBefore")} </VisuallyHidden>
      <s>{formatMoney(coupon.listPriceCents, currency, locale)}</s>
    </p>
  );
}

/** Says that the coupon of the address is in the price, or why it is not. */
export function CouponNote({ coupon, currency }: { coupon: CouponNotice; currency: Currency }) {
  const t = useText();
  const locale = useLocale();
  const { code } = coupon;
  if (!coupon.ok) {
    return (
      <Notice tone="warn" title={t("salesPage.couponNot", { code })}>
        {coupon.refusal}
      </Notice>
    );
  }
  const price = formatMoney(coupon.listPriceCents, currency, locale);
  return <p className="font-semibold text-forest-ink">{t("salesPage.couponOn", { code, price })}</p>;
}
