import { lowestPriceCents } from "~/features/base/money/lowest-price";
import { platformShareBp, type SaleSplit, splitSale } from "~/features/base/money/platform-share";

/** A discount: a part of the price in percent, or an amount in cents. */
export type Discount = { percent: number; amountCents: null } | { percent: null; amountCents: number };

/**
 * The largest discount of the platform's own coupons in percent: its share bears all of it. The constraint
 * `coupons_platform_percent_check` (0006-orders) says the same.
 */
export const maxPlatformPercent = platformShareBp / 100;

export type CouponPrice =
  | { ok: true; priceCents: number; split: SaleSplit }
  /** The rest is nothing, or less than can be charged: access is free, and there is no sale. */
  | { ok: true; priceCents: 0; split: undefined }
  /** `tooLow`: less than can be charged. `tooMuch`: more than the platform's share. Only of the platform's coupons. */
  | { ok: false; error: "tooLow" | "tooMuch" };

/**
 * Returns the price with a coupon and its split, both in cents. A creator's coupon is borne by both in their shares; a
 * rest that cannot be charged is waived. The platform's is borne by its share alone: the creator gets at least as much
 * as without it, so that it makes nothing free. `shareBp`: the platform's share of the creator's sales, in basis
 * points.
 */
export function priceWithCoupon(
  listPriceCents: number,
  discount: Discount,
  { bornBy, shareBp }: { bornBy: "creator" | "platform"; shareBp: number },
): CouponPrice {
  const offCents =
    discount.percent === null
      ? discount.amountCents
      : Math.floor((listPriceCents * discount.percent + 50) / 100);
  const priceCents = listPriceCents - offCents;
  if (priceCents < lowestPriceCents)
    return bornBy === "creator"
      ? { ok: true, priceCents: 0, split: undefined }
      : { ok: false, error: "tooLow" };
  if (bornBy === "creator") return { ok: true, priceCents, split: splitSale(priceCents, shareBp) };
  const feeCents = splitSale(listPriceCents, shareBp).platformFeeCents - offCents;
  if (feeCents < 0) return { ok: false, error: "tooMuch" };
  return { ok: true, priceCents, split: splitSale(priceCents, shareFor(priceCents, feeCents)) };
}

/** Returns the largest share in basis points whose fee of an amount is not above `feeCents`. */
function shareFor(amountCents: number, feeCents: number): number {
  const bp = Math.floor((feeCents * 10_000) / amountCents);
  return splitSale(amountCents, bp + 1).platformFeeCents <= feeCents ? bp + 1 : bp;
}
