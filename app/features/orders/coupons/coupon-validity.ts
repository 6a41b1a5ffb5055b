import { type CouponPrice, type Discount, priceWithCoupon } from "./coupon-price";

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
