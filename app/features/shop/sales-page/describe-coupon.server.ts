import type { CouponResult } from "~/features/orders/coupons/coupon-result";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { CouponNotice, FreeNotice } from "./coupon-notice";

/** Translates what a page says of a coupon on the server: few pages have one, and no other page loads these texts. */
export function describeCoupon({ coupon }: { coupon: CouponResult }, locale: Locale): CouponNotice {
  if (coupon.ok) return coupon;
  const { code, ok, error } = coupon;
  return { code, ok, refusal: serverTexts[locale](`couponRefusals.${error}`) };
}

/**
 * Returns what a page says in place of the price of nothing; undefined for any other. `coupon`, `lessons`: whether a
 * coupon made it so, or what was paid for lessons of the course.
 */
export function describeFree(
  { priceCents, coupon, lessons }: { priceCents: number; coupon: boolean; lessons: boolean },
  locale: Locale,
): FreeNotice | undefined {
  if (priceCents > 0) return undefined;
  const text = serverTexts[locale];
  if (lessons) return { price: text("couponRefusals.paid"), text: text("couponRefusals.paidByLessons") };
  return {
    price: text("couponRefusals.free"),
    text: text(coupon ? "couponRefusals.freeText" : "couponRefusals.freeProduct"),
  };
}
