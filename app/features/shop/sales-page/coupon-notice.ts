import type { CouponResult } from "~/features/orders/coupons/coupon-validity";

/** The reason, in the page's language, if the coupon of the address is refused. */
export type CouponNotice = Extract<CouponResult, { ok: true }> | { code: string; ok: false; refusal: string };

/** Texts in place of a price of zero, and below it. */
export interface FreeNotice {
  price: string;
  text: string;
}
