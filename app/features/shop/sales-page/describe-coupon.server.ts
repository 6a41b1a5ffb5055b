import type { CouponResult } from "~/features/orders/coupons/coupon-result";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { CouponNotice } from "./coupon-notice";

/**
 * Translates what a page says of a coupon on the server: few pages have one, and no other page loads these texts.
 * `priceCents`: the price with the coupon.
 */
export function describeCoupon(
  { coupon, priceCents }: { coupon: CouponResult; priceCents: number },
  locale: Locale,
): CouponNotice {
  const text = serverTexts[locale];
  if (coupon.ok) {
    if (priceCents > 0) return coupon;
    return { ...coupon, free: { price: text("couponRefusals.free"), text: text("couponRefusals.freeText") } };
  }
  const { code, ok, error } = coupon;
  return { code, ok, refusal: text(`couponRefusals.${error}`) };
}
