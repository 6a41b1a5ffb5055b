import type { SaleSplit } from "~/features/base/money/platform-share";
import type { Db } from "~/platform/db.server";
import { type CouponRefusal, decideCoupon } from "./coupon-validity";
import {
  findCoupon,
  findPendingCouponId,
  readCouponBuyer,
  returnCouponUse,
  takeCouponUse,
} from "./coupons.queries.server";

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
