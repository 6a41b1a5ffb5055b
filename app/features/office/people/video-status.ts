import type { ConversionReason, ConversionState } from "~/features/videos/media/conversion";
import type { StreamStatus } from "~/features/videos/media/stream-status";

export type VideoStanding =
  | "shown"
  /** On sale, but few browsers play its file, and conversion failed or is unavailable. */
  | "unplayable"
  | "suspended"
  /** Suspended, and its file is unreadable. */
  | "unreadable"
  | "deleted"
  | "processing"
  | "failed"
  | "unfinished";

/** `stream`, `conversion`, `reason`: their stored states and the reason of a failed conversion, or null. */
export function decideVideoStanding(video: {
  published_at: Date | null;
  deleted_at: Date | null;
  suspended_at: Date | null;
  stream: StreamStatus | null;
  conversion: ConversionState | null;
  reason: ConversionReason | null;
}): VideoStanding {
  if (video.deleted_at) return "deleted";
  if (video.suspended_at) return video.reason === "unreadable" ? "unreadable" : "suspended";
  if (video.published_at)
    return video.conversion === "failed" || video.conversion === "unavailable" ? "unplayable" : "shown";
  if (video.stream === "failed") return "failed";
  return video.stream === "processing" || video.stream === "ready" ? "processing" : "unfinished";
}
