/** Returns the address of a purchase: the target of buy forms, and the return address of a login that continues it. */
export function checkoutPath(videoId: string): string {
  return `/videos/${videoId}/checkout`;
}

/** Returns the learners' login with its sign-up tab open, which continues to the payment page of this video. */
export function loginToBuyPath(videoId: string): string {
  return `/consumer-login?${new URLSearchParams({ tab: "signup", redirectTo: checkoutPath(videoId) })}`;
}

export interface Intention {
  videoId: string;
  /** Whether signing in continues to the payment page. */
  buys: boolean;
}

const wanted = /^\/(?:videos|watch)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/checkout)?(?:[?#]|$)/i;

/** Returns which video a return address is about; undefined where it is about none. `target`: one of our paths. */
export function readIntention(target: string): Intention | undefined {
  const [, videoId, checkout] = wanted.exec(target) ?? [];
  if (!videoId || (checkout && target.startsWith("/watch/"))) return undefined;
  return { videoId: videoId.toLowerCase(), buys: checkout !== undefined };
}
