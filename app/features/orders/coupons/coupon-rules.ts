import { platformShareBp, type SaleSplit, splitSale } from "~/features/base/money/platform-share";
import { lowestPriceCents } from "~/features/base/money/price";
import { plainCode } from "~/ui/forms/plain-code";

/** The query parameter of a product's page and purchase, and the field of its buy form. */
export const couponParameter = "cupom";
export const couponField = "coupon";

/** In characters. */
export const codeMaxLength = 30;

/** In characters; typed codes may contain spaces. */
const typedMaxLength = 100;

const code = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/;

export function parseCouponCode(typed: string | null | undefined): string | undefined {
  const text = plainCode(typed ?? "").toUpperCase();
  return code.test(text) ? text : undefined;
}

/** Like `parseCouponCode`, but allows spaces. */
export function readTypedCode(typed: string | null | undefined): string | undefined {
  return parseCouponCode(typed?.slice(0, typedMaxLength).replace(/\s/g, ""));
}

export function withCoupon(path: string, code: string | undefined): string {
  return code
    ? `${path}${path.includes("?") ? "&" : "?"}${couponParameter}=${encodeURIComponent(code)}`
    : path;
}

type Discount = { percent: number; amountCents: null } | { percent: null; amountCents: number };

/** In percent: the platform's share bears all of it. Also `coupons_platform_percent_check` (0006-orders). */
export const maxPlatformPercent = platformShareBp / 100;

type CouponPrice =
  | { ok: true; priceCents: number; split: SaleSplit }
  /** The rest is less than can be charged: access is free, and there is no sale. */
  | { ok: true; priceCents: 0; split: undefined }
  /** Only of the platform's coupons. `tooLow`: less than can be charged. `tooMuch`: more than the platform's share. */
  | { ok: false; error: "tooLow" | "tooMuch" };

/**
 * A creator's coupon is borne by both in their shares; a rest that cannot be charged is waived. The platform's is borne
 * by its share alone: the creator gets at least as much as without it. `shareBp`: platform's share in basis points.
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

/** Returns the largest share in basis points whose fee is at most `feeCents`. */
function shareFor(amountCents: number, feeCents: number): number {
  const bp = Math.floor((feeCents * 10_000) / amountCents);
  return splitSale(amountCents, bp + 1).platformFeeCents <= feeCents ? bp + 1 : bp;
}

/** `creatorId`: null for the platform's coupons. */
export interface CouponTerms {
  creatorId: string | null;
  discount: Discount;
  /** Empty for all videos. */
  videoIds: readonly string[];
  startsAt: Date | null;
  /** Exclusive. */
  endsAt: Date | null;
  endedAt: Date | null;
  maxUses: number | null;
  perPerson: number | null;
  /** Only for a first purchase: from this creator, or at all for the platform's coupon. */
  firstOnly: boolean;
  used: number;
}

export interface CouponBuyer {
  /** Purchases with this coupon, including pending ones. */
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

type CouponDecision = Extract<CouponPrice, { ok: true }> | { ok: false; error: CouponRefusal };

/** `buyer`: undefined for a visitor who is not signed in. `video.priceCents`: the list price. */
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

export type CouponResult =
  | {
      code: string;
      ok: true;
      /** In cents. */
      listPriceCents: number;
      /** Whether `listPriceCents` may be shown struck through (`mayStrikePrice`). */
      mayStrike: boolean;
    }
  | { code: string; ok: false; error: CouponRefusal };
