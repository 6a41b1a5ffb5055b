import type { CouponRefusal } from "./coupon-validity";

/** Result of applying the coupon in the address of a product's page. */
export type CouponResult =
  | {
      code: string;
      ok: true;
      /** The price without the coupon, in cents. */
      listPriceCents: number;
      /** Whether the price without the coupon may be shown struck through (`struck-price.ts`). */
      mayStrike: boolean;
    }
  | { code: string; ok: false; error: CouponRefusal };
