import type { CouponRefusal } from "./coupon-validity";

/** Result of applying the coupon in the address of a product's page. */
export type CouponResult =
  | {
      code: string;
      ok: true;
      /** The price before, in cents; struck through only if it was asked for 30 days (CDC, art. 37). */
      listPriceCents: number;
      wasAsked: boolean;
    }
  | { code: string; ok: false; error: CouponRefusal };
