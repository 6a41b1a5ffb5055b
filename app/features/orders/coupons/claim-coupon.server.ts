import { oneLine } from "~/features/base/form-fields/typed-text";
import type { SaleSplit } from "~/features/base/money/platform-share";
import type { Db } from "~/platform/db.server";
import { type CouponRefusal, type CouponResult, decideCoupon, readTypedCode } from "./coupon-rules";
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

/** Returns the coupon and price (cents) that a product's page shows for a code in its address. Takes no use. */
export async function showCoupon(
  db: Db,
  typed: string | null,
  video: Product,
  { viewer, now }: { viewer: { userId: string } | undefined; now: Date },
): Promise<{ coupon: CouponResult; priceCents: number } | undefined> {
  if (typed === null || oneLine(typed) === "" || video.price_cents === 0) return undefined;
  const listPriceCents = video.price_cents;
  const code = readTypedCode(typed);
  const refuse = (error: Extract<CouponResult, { ok: false }>["error"]) => ({
    coupon: { code: code ?? oneLine(typed).slice(0, 30), ok: false as const, error },
    priceCents: listPriceCents,
  });
  const coupon = code && (await findCoupon(db, { code, creatorId: video.creator_id, now }));
  if (!code || !coupon) return refuse("couponUnknown");
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
  // The use that the viewer's own pending purchase holds does not count against them.
  const used = coupon.used - (buyer?.holds ? 1 : 0);
  const decision = decideCoupon({ ...coupon, used }, product, buyer, now);
  if (!decision.ok) return refuse(decision.error);
  const mayStrike = mayStrikePrice(video.price_since, now);
  return { coupon: { code, ok: true, listPriceCents, mayStrike }, priceCents: decision.priceCents };
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

/** Takes one use of a coupon in the purchase's transaction. The person's pending purchase keeps a use it holds. */
export async function claimCoupon(
  trx: Db,
  { code, userId, video }: CouponClaim,
  now: Date,
): Promise<{ ok: true; claimed: ClaimedCoupon } | { ok: false; error: CouponRefusal }> {
  const coupon = await findCoupon(trx, { code, creatorId: video.creator_id, now });
  if (!coupon) return { ok: false, error: "couponUnknown" };
  const { id, creator_id: creatorId, price_cents: priceCents, share_bp: shareBp } = video;
  const product = { id, creatorId, priceCents, shareBp };
  const holds = (await findPendingCouponId(trx, { consumerId: userId, videoId: id })) === coupon.id;
  // First lock the row, then count the person's uses: of two purchases at once only one can take the last use.
  if (!holds && !(await takeCouponUse(trx, coupon.id)))
    return { ok: false, error: coupon.endedAt ? "couponOver" : "couponUsedUp" };
  const buyer = await readCouponBuyer(trx, {
    couponId: coupon.id,
    creatorId: coupon.creatorId,
    userId,
    productId: id,
  });
  const decision = decideCoupon({ ...coupon, used: 0 }, product, buyer, now);
  if (decision.ok) {
    const { priceCents, split } = decision;
    // Free access takes a use of its own: the pending purchase ends later.
    if (!split && holds) {
      if (!(await takeCouponUse(trx, coupon.id))) return { ok: false, error: "couponUsedUp" };
      return { ok: true, claimed: { couponId: coupon.id, priceCents, split, taken: true } };
    }
    return { ok: true, claimed: { couponId: coupon.id, priceCents, split, taken: !holds } };
  }
  if (!holds) await returnCouponUse(trx, coupon.id);
  return decision;
}

/** Days at a price before it may be shown struck through (CDC, art. 37). */
const struckPriceDays = 30;

/** `since`: when the price began to apply; null if unknown. */
export function mayStrikePrice(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() >= struckPriceDays * 24 * 3_600_000;
}
