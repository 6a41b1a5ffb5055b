import { couponParameter, readTypedCode, withCoupon } from "~/features/orders/coupons/coupon-rules";
import type { MessageKey } from "~/i18n/message-key";
import type { Flash } from "~/platform/session/cookies.server";

/** The target of buy forms, and the return address of a login that continues the purchase. */
export function checkoutPath(videoId: string, coupon?: string): string {
  return withCoupon(`/videos/${videoId}/checkout`, coupon);
}

/** The login that continues to payment. After Buy the sign-up tab is open, after Watch login (product.md, Consumer login). */
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
  /** Signing in continues to the payment page. */
  buys: boolean;
  coupon?: string;
}

const purchasePath =
  /^\/(?:videos|watch)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/checkout)?(?:[?#]|$)/i;

/** Returns the video that a return address is about. `target`: one of our paths. */
export function readIntention(target: string): Intention | undefined {
  const [, videoId, checkout] = purchasePath.exec(target) ?? [];
  if (!videoId || (checkout && target.startsWith("/watch/"))) return undefined;
  const query = new URLSearchParams(target.split("?")[1]?.split("#")[0]);
  const coupon = readTypedCode(query.get(couponParameter));
  return { videoId: videoId.toLowerCase(), buys: checkout !== undefined, ...(coupon && { coupon }) };
}

export type CheckoutAnswer =
  | { ok: true; url: string }
  /** `path`: the product's page that explains the refusal. */
  | { ok: false; error: MessageKey; flash: Flash; path?: string };

/** `inTab`: the payment page is open in its own tab (product.md, Purchase flow). */
export function decideCheckoutToast(answer: CheckoutAnswer, inTab: boolean): Flash {
  if (!answer.ok) return answer.flash;
  return inTab
    ? { tone: "success", title: "marketplace.checkoutOpened" }
    : { tone: "info", title: "marketplace.redirecting" };
}
