import type { ShownCoupon } from "~/features/orders/coupons/shown-coupon";

/** The coupon in the address of a video's page, with the reason in the page's language if it is refused. */
export type SaidCoupon = Extract<ShownCoupon, { ok: true }> | { code: string; ok: false; refusal: string };
