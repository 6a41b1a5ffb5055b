import { oneLine } from "~/features/base/form-fields/typed-text";
import type { Db } from "~/platform/db.server";
import { parseCouponCode } from "./coupon-code";
import type { CouponResult } from "./coupon-result";
import { decideCoupon } from "./coupon-validity";
import { findCoupon, readCouponBuyer } from "./coupons.queries.server";
import { mayStrikePrice } from "./struck-price";

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
  const code = parseCouponCode(typed);
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
