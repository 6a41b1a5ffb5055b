import { couponParameter, parseCouponCode, withCoupon } from "~/features/orders/coupons/coupon-code";

/** Returns the address of a purchase: the target of buy forms, and the return address of a login that continues it. */
export function checkoutPath(videoId: string, coupon?: string): string {
  return withCoupon(`/videos/${videoId}/checkout`, coupon);
}

/**
 * Returns the learners' login, which continues to the payment page of this video. After Buy its sign-up tab is open,
 * after Watch its default, the login (product.md, Consumer login).
 */
export function loginToBuyPath(
  videoId: string,
  { coupon, after }: { coupon?: string | undefined; after: "buy" | "watch" },
): string {
  const redirectTo = checkoutPath(videoId, coupon);
  const tab = after === "buy" ? { tab: "signup" } : undefined;
  return `/consumer-login?${new URLSearchParams({ ...tab, redirectTo })}`;
}

export interface Intention {
  videoId: string;
  /** Whether signing in continues to the payment page. */
  buys: boolean;
  /** The code of the coupon that the purchase is begun with. */
  coupon?: string;
}

const wanted = /^\/(?:videos|watch)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/checkout)?(?:[?#]|$)/i;

/** Returns which video a return address is about; undefined where it is about none. `target`: one of our paths. */
export function readIntention(target: string): Intention | undefined {
  const [, videoId, checkout] = wanted.exec(target) ?? [];
  if (!videoId || (checkout && target.startsWith("/watch/"))) return undefined;
  const query = new URLSearchParams(target.split("?")[1]?.split("#")[0]);
  const coupon = parseCouponCode(query.get(couponParameter));
  return { videoId: videoId.toLowerCase(), buys: checkout !== undefined, ...(coupon && { coupon }) };
}
