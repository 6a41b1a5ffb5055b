import type { CouponResult } from "~/features/orders/coupons/coupon-validity";

/** The coupon in the address of a video's page, in the page's language: the reason if it is refused. */
export type CouponNotice = Extract<CouponResult, { ok: true }> | { code: string; ok: false; refusal: string };

/** The texts in place of the price of nothing, and below it. */
export interface FreeNotice {
  price: string;
  text: string;
}
