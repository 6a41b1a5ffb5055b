import type { ConversionState } from "~/features/videos/conversion/conversion";
import type { StreamStatus } from "~/features/videos/streaming/stream-status";

export type VideoStanding =
  | "shown"
  /** On sale, but few browsers play its file, and conversion failed or is unavailable. */
  | "unplayable"
  | "suspended"
  | "deleted"
  | "processing"
  | "failed"
  | "unfinished";

/** `stream` and `conversion`: their stored states, or null. */
export function decideVideoStanding(video: {
  published_at: Date | null;
  deleted_at: Date | null;
  suspended_at: Date | null;
  stream: StreamStatus | null;
  conversion: ConversionState | null;
}): VideoStanding {
  if (video.deleted_at) return "deleted";
  if (video.suspended_at) return "suspended";
  if (video.published_at)
    return video.conversion === "failed" || video.conversion === "unavailable" ? "unplayable" : "shown";
  if (video.stream === "failed") return "failed";
  return video.stream === "processing" || video.stream === "ready" ? "processing" : "unfinished";
}
