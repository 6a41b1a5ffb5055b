import type { CouponResult } from "~/features/orders/coupons/coupon-result";

/**
 * The coupon in the address of a video's page, in the page's language: the reason if it is refused; `free` if it
 * reduces the price to zero, with the texts in place of the price and below it.
 */
export type CouponNotice =
  | (Extract<CouponResult, { ok: true }> & { free?: { price: string; text: string } })
  | { code: string; ok: false; refusal: string };
