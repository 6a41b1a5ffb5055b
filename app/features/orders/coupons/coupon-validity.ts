import { platformShareBp, type SaleSplit, splitSale } from "~/features/base/money/platform-share";
import { lowestPriceCents } from "~/features/base/money/price";

/** A discount: a part of the price in percent, or an amount in cents. */
type Discount = { percent: number; amountCents: null } | { percent: null; amountCents: number };

/**
 * The largest discount of the platform's own coupons in percent: its share bears all of it. The constraint
 * `coupons_platform_percent_check` (0006-orders) says the same.
 */
export const maxPlatformPercent = platformShareBp / 100;

type CouponPrice =
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

/** Conditions of a coupon. Without a creator it is one of the platform. */
export interface CouponTerms {
  creatorId: string | null;
  discount: Discount;
  /** Ids of the videos that it is for; empty for all. */
  videoIds: readonly string[];
  startsAt: Date | null;
  /** The first moment at which it is no longer valid. */
  endsAt: Date | null;
  endedAt: Date | null;
  maxUses: number | null;
  perPerson: number | null;
  /** Only for a buyer without a purchase: from this creator, or at all for the platform's coupon. */
  firstOnly: boolean;
  used: number;
}

/** Facts of the buyer; undefined for a visitor who is not signed in. */
export interface CouponBuyer {
  /** Purchases with this coupon, pending ones too. */
  uses: number;
  hasBought: boolean;
}

export type CouponRefusal =
  | "couponUnknown"
  | "couponOtherVideo"
  | "couponEarly"
  | "couponOver"
  | "couponUsedUp"
  | "couponUsed"
  | "couponFirstOnly"
  | "couponTooLow";

export type CouponDecision = Extract<CouponPrice, { ok: true }> | { ok: false; error: CouponRefusal };

/**
 * Decides whether a coupon is valid for a purchase, and returns the price with it. `video.priceCents`: its list price;
 * `video.shareBp`: the platform's share of its sales, in basis points.
 */
export function decideCoupon(
  coupon: CouponTerms,
  video: { id: string; creatorId: string; priceCents: number; shareBp: number },
  buyer: CouponBuyer | undefined,
  now: Date,
): CouponDecision {
  const refuse = (error: CouponRefusal) => ({ ok: false, error }) as const;
  if (coupon.creatorId !== null && coupon.creatorId !== video.creatorId) return refuse("couponUnknown");
  if (coupon.videoIds.length > 0 && !coupon.videoIds.includes(video.id)) return refuse("couponOtherVideo");
  if (coupon.endedAt !== null || (coupon.endsAt !== null && now >= coupon.endsAt))
    return refuse("couponOver");
  if (coupon.startsAt !== null && now < coupon.startsAt) return refuse("couponEarly");
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return refuse("couponUsedUp");
  if (buyer && coupon.perPerson !== null && buyer.uses >= coupon.perPerson) return refuse("couponUsed");
  if (buyer?.hasBought && coupon.firstOnly) return refuse("couponFirstOnly");
  const { priceCents, shareBp } = video;
  const bornBy = coupon.creatorId === null ? "platform" : "creator";
  const price = priceWithCoupon(priceCents, coupon.discount, { bornBy, shareBp });
  return price.ok ? price : refuse("couponTooLow");
}

/** Result of applying the coupon in the address of a product's page. */
export type CouponResult =
  | {
      code: string;
      ok: true;
      /** The price without the coupon, in cents. */
      listPriceCents: number;
      /** Whether the price without the coupon may be shown struck through (`claim-coupon.server.ts`). */
      mayStrike: boolean;
    }
  | { code: string; ok: false; error: CouponRefusal };
