import type { CouponRefusal } from "./coupon-rules";

/** What a product's page says of the coupon in its address. */
export type ShownCoupon =
  | {
      code: string;
      ok: true;
      /** The price before, in cents; struck through only if it was asked for 30 days (CDC, art. 37). */
      listPriceCents: number;
      wasAsked: boolean;
    }
  | { code: string; ok: false; error: CouponRefusal };
