/** The orders of a video's reviews: the newest first, or by their stars and then the newest first. */
export const reviewOrders = ["newest", "best", "worst"] as const;

export type ReviewOrder = (typeof reviewOrders)[number];

/** Returns the order in an address; the usual one if it is missing or unknown. */
export function parseReviewOrder(raw: string | null): ReviewOrder {
  return reviewOrders.find((known) => known === raw) ?? "newest";
}
