import type { SaleStatus } from "~/features/ledger/sales/sale-status";

export interface WatchedVideo {
  creatorId: string;
  published: boolean;
  /** Uploaded, and being encoded by the streaming service. */
  encoding: boolean;
  /** Deleted by its creator; buyers keep access (design.md, decision 6). */
  deleted: boolean;
  /** Suspended by an administrator; buyers keep access (docs/decisions/0022-suspension.md). */
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
 * Decides access to a video (product.md, Video access), given the viewer (undefined: not signed in), the video
 * (undefined: unknown id), whether the viewer was granted access, and the states of their sales of it. Only `owner` and
 * `bought` may get a player. `processing`: a Pix or boleto is awaited; `disputed`: the buyer's bank disputes the
 * purchase; `encoding`: not on sale yet, so nobody can watch.
 */
export function decideWatchAccess(
  viewer: { userId: string } | undefined,
  video: WatchedVideo | undefined,
  { granted, statuses }: { granted: boolean; statuses: readonly SaleStatus[] },
): WatchAccess {
  if (!viewer) return "login";
  if (!video || (video.suspended && !video.published && video.creatorId !== viewer.userId)) return "notFound";
  if (!video.published) return video.encoding && !video.deleted ? "encoding" : "notFound";
  if (granted) return "bought";
  if (statuses.includes("disputed")) return "disputed";
  // Paid before the deletion counts as any other purchase of a deleted video.
  if (video.deleted) return statuses.includes("processing") ? "processing" : "notFound";
  if (video.creatorId === viewer.userId) return "owner";
  if (statuses.includes("processing")) return "processing";
  return video.suspended ? "notFound" : "mustBuy";
}
