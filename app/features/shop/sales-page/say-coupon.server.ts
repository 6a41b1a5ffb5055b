import type { ShownCoupon } from "~/features/orders/coupons/shown-coupon";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { SaidCoupon } from "./said-coupon";

/** Translates the reason of a refusal on the server: few pages have a coupon, and no other page loads these texts. */
export function sayCoupon(coupon: ShownCoupon, locale: Locale): SaidCoupon {
  if (coupon.ok) return coupon;
  const { code, ok, error } = coupon;
  return { code, ok, refusal: serverTexts[locale](`couponRefusals.${error}`) };
}
