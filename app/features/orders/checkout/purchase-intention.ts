import { couponParameter, readTypedCode, withCoupon } from "~/features/orders/coupons/coupon-code";
import type { MessageKey } from "~/i18n/message-key";
import type { Flash } from "~/platform/session/cookies.server";

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
  const coupon = readTypedCode(query.get(couponParameter));
  return { videoId: videoId.toLowerCase(), buys: checkout !== undefined, ...(coupon && { coupon }) };
}

/** Response of the checkout to a script: the payment address, or the reason for a refusal. */
export type CheckoutAnswer =
  | { ok: true; url: string }
  /** `path`: the page that explains the refusal, if it is the product's own. */
  | { ok: false; error: MessageKey; flash: Flash; path?: string };

/**
 * Returns the toast for the checkout's answer (product.md, Purchase flow). `inTab`: whether the payment page is open in
 * a tab of its own, rather than replacing this page.
 */
export function decideCheckoutToast(answer: CheckoutAnswer, inTab: boolean): Flash {
  if (!answer.ok) return answer.flash;
  return inTab
    ? { tone: "success", title: "marketplace.checkoutOpened" }
    : { tone: "info", title: "marketplace.redirecting" };
}
