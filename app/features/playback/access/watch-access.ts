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

/** Places in which one account may play at once. */
export const maxPlaces = 3;

/** A place that gave no sign of playback for this long no longer counts. Players report every ten seconds. */
export const placeSeconds = 60;

/** The beginning of the session's hash, which opens nothing. */
export function placeOf({ sessionIdHash }: { sessionIdHash: string }): string {
  return sessionIdHash.slice(0, 16);
}

/** `courseId`: the course beside which the video is watched as a lesson. */
export function placesPath(videoId: string, courseId?: string): string {
  return `/watch/${videoId}/places${courseId ? `?course=${courseId}` : ""}`;
}
