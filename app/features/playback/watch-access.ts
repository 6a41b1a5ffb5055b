import type { SaleStatus } from "~/features/settlement/sale-status";

export interface WatchedVideo {
  creatorId: string;
  published: boolean;
  /** Its file is whole, and the streaming service prepares it. */
  encoding: boolean;
  /** Taken out of the shop by its creator; its buyers keep watching (design.md, decision 6). */
  deleted: boolean;
  /** Taken out of the shop by an administrator; its buyers keep watching (docs/decisions/0022-suspension.md). */
  suspended: boolean;
}

export type WatchAccess =
  | "login"
  | "notFound"
  | "encoding"
  | "owner"
  | "bought"
  | "disputed"
  | "processing"
  | "mustBuy";

/**
 * Decides whether someone may watch a video (product.md, Video access).
 * Takes who asks (undefined: nobody is signed in), the video (undefined: no such id) and that person's sales of it.
 * Only `owner` and `bought` may be given a player; `processing` is a payment on its way (Pix, boleto), `disputed` a purchase
 * that the buyer's bank disputes, `encoding` a video that is not on sale yet, and that nobody can watch.
 */
export function decideWatchAccess(
  viewer: { userId: string } | undefined,
  video: WatchedVideo | undefined,
  saleStatuses: readonly SaleStatus[],
): WatchAccess {
  if (!viewer) return "login";
  if (!video || (video.suspended && !video.published && video.creatorId !== viewer.userId)) return "notFound";
  if (!video.published) return video.encoding && !video.deleted ? "encoding" : "notFound";
  if (saleStatuses.includes("completed")) return "bought";
  if (saleStatuses.includes("disputed")) return "disputed";
  // Before the deletion: once paid, it is watched as any other purchase of a deleted video.
  if (video.deleted) return saleStatuses.includes("processing") ? "processing" : "notFound";
  if (video.creatorId === viewer.userId) return "owner";
  if (saleStatuses.includes("processing")) return "processing";
  return video.suspended ? "notFound" : "mustBuy";
}
