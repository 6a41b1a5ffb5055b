import { oneLine } from "~/features/base/form-fields/typed-text";
import type { SaleSplit } from "~/features/base/money/platform-share";
import type { Db } from "~/platform/db.server";
import { readTypedCode } from "./coupon-code";
import { type CouponRefusal, type CouponResult, decideCoupon } from "./coupon-validity";
import {
  findCoupon,
  findPendingCouponId,
  readCouponBuyer,
  returnCouponUse,
  takeCouponUse,
} from "./coupons.queries.server";

interface Product {
  id: string;
  creator_id: string;
  price_cents: number;
  /** Since when the current price has applied; null if unknown. */
  price_since: Date | null;
}

/**
 * Returns what a product's page shows for a code in its address, and the price with it in cents; undefined without one,
 * and for a free product. Takes no use: the purchase decides again.
 */
export async function showCoupon(
  db: Db,
  typed: string | null,
  video: Product,
  { viewer, now }: { viewer: { userId: string } | undefined; now: Date },
): Promise<{ coupon: CouponResult; priceCents: number } | undefined> {
  if (typed === null || oneLine(typed) === "" || video.price_cents === 0) return undefined;
  const listPriceCents = video.price_cents;
  const code = readTypedCode(typed);
  const shown = (error: Extract<CouponResult, { ok: false }>["error"]) => ({
    coupon: { code: code ?? oneLine(typed).slice(0, 30), ok: false as const, error },
    priceCents: listPriceCents,
  });
  const coupon = code && (await findCoupon(db, { code, creatorId: video.creator_id, now }));
  if (!code || !coupon) return shown("couponUnknown");
  const buyer =
    viewer &&
    (await readCouponBuyer(db, {
      couponId: coupon.id,
      creatorId: coupon.creatorId,
      userId: viewer.userId,
      productId: video.id,
    }));
  const { shareBp } = coupon;
  const product = { id: video.id, creatorId: video.creator_id, priceCents: listPriceCents, shareBp };
  // The use that their own pending purchase holds is theirs: the page shows what the purchase decides.
  const used = coupon.used - (buyer?.holds ? 1 : 0);
  const decided = decideCoupon({ ...coupon, used }, product, buyer, now);
  if (!decided.ok) return shown(decided.error);
  const mayStrike = mayStrikePrice(video.price_since, now);
  return { coupon: { code, ok: true, listPriceCents, mayStrike }, priceCents: decided.priceCents };
}

interface CouponClaim {
  code: string;
  userId: string;
  /** `share_bp`: the platform's share of its sales, in basis points. */
  video: { id: string; creator_id: string; price_cents: number; share_bp: number };
}

export interface ClaimedCoupon {
  couponId: string;
  /** 0 if the coupon makes the video free. */
  priceCents: number;
  /** Undefined if the coupon makes the video free: there is no sale. */
  split: SaleSplit | undefined;
  /** Whether a use was taken now; false if the person's pending purchase holds it. */
  taken: boolean;
}

/**
 * Reserves one use of a coupon for a new purchase, in its transaction. A refusal reserves none. A pending purchase of
 * the same person and video with this coupon keeps its use.
 */
export async function claimCoupon(
  trx: Db,
  { code, userId, video }: CouponClaim,
  now: Date,
): Promise<{ ok: true; claimed: ClaimedCoupon } | { ok: false; error: CouponRefusal }> {
  const coupon = await findCoupon(trx, { code, creatorId: video.creator_id, now });
  if (!coupon) return { ok: false, error: "couponUnknown" };
  const { id, creator_id: creatorId, price_cents: listPriceCents, share_bp: shareBp } = video;
  const product = { id, creatorId, priceCents: listPriceCents, shareBp };
  const pending = await findPendingCouponId(trx, { consumerId: userId, videoId: video.id });
  const holds = pending === coupon.id;
  // First the row's lock, then the count of this person's uses: two purchases at once cannot both be the last allowed.
  if (!holds && !(await takeCouponUse(trx, coupon.id)))
    return { ok: false, error: coupon.endedAt ? "couponOver" : "couponUsedUp" };
  const buyer = await readCouponBuyer(trx, {
    couponId: coupon.id,
    creatorId: coupon.creatorId,
    userId,
    productId: id,
  });
  const decided = decideCoupon(
    // Its own use is taken: it does not count against itself.
    { ...coupon, used: 0 },
    product,
    buyer,
    now,
  );
  if (decided.ok) {
    const { priceCents, split } = decided;
    // Free access has a use of its own: the pending purchase ends later.
    if (!split && holds) {
      if (!(await takeCouponUse(trx, coupon.id))) return { ok: false, error: "couponUsedUp" };
      return { ok: true, claimed: { couponId: coupon.id, priceCents, split, taken: true } };
    }
    return { ok: true, claimed: { couponId: coupon.id, priceCents, split, taken: !holds } };
  }
  if (!holds) await returnCouponUse(trx, coupon.id);
  return decided;
}

/** Days for which a price must have been asked before it may be shown struck through (CDC, art. 37). */
export const struckPriceDays = 30;

/**
 * Returns whether a price may be shown struck through beside a lower one: whether it was asked long enough. `since`:
 * when the price began to apply; null if unknown.
 */
export function mayStrikePrice(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= struckPriceDays * 24 * 3_600_000;
}
