import type { Holding } from "~/features/orders/checkout/holding";

export interface WatchedVideo {
  creatorId: string;
  published: boolean;
  /** Uploaded, and being encoded by the streaming service. */
  encoding: boolean;
  /** Buyers keep access. */
  deleted: boolean;
  /** Buyers keep access (docs/decisions/0022). */
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
  | "mustBuy"
  | "ended";

/**
 * Decides access to a video (product.md, Video access). Only `owner` and `bought` may get a player. `processing`: a Pix
 * or boleto is awaited; `disputed`: a bank decides on the payment; `ended`: the viewer had it, and it is no longer for
 * sale; `encoding`: not on sale yet.
 */
export function decideWatchAccess(
  viewer: { userId: string } | undefined,
  video: WatchedVideo | undefined,
  holding: Holding,
): WatchAccess {
  if (!viewer) return "login";
  if (!video || (video.suspended && !video.published && video.creatorId !== viewer.userId)) return "notFound";
  if (!video.published) return video.encoding && !video.deleted ? "encoding" : "notFound";
  if (holding.kind === "has") return "bought";
  if (holding.kind === "suspended") return "disputed";
  // Paid before the deletion counts as any other purchase of a deleted video.
  if (holding.kind === "paying") return "processing";
  if (holding.kind === "owner") return video.deleted ? "notFound" : "owner";
  if (!video.deleted && !video.suspended) return "mustBuy";
  return holding.kind === "none" && holding.ended ? "ended" : "notFound";
}
