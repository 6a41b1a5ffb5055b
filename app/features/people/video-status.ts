import type { ConversionState } from "~/features/encoding/conversion";
import type { StreamWord } from "~/features/encoding/stream-status";

/** A video as administrators see it. */
export type VideoStanding =
  | "shown"
  /** On sale, but its file plays in few browsers, and converting it failed or cannot be done here. */
  | "unplayable"
  | "suspended"
  | "deleted"
  /** Its file is whole, and the streaming service prepares it. */
  | "processing"
  /** The streaming service could not do anything with it. */
  | "failed"
  | "unfinished";

/** Decides how a video stands. `stream` and `conversion` are what is kept of them, null where it has neither. */
export function decideVideoStanding(video: {
  published_at: Date | null;
  deleted_at: Date | null;
  suspended_at: Date | null;
  stream: StreamWord | null;
  conversion: ConversionState | null;
}): VideoStanding {
  if (video.deleted_at) return "deleted";
  if (video.suspended_at) return "suspended";
  if (video.published_at)
    return video.conversion === "failed" || video.conversion === "unavailable" ? "unplayable" : "shown";
  if (video.stream === "failed") return "failed";
  return video.stream === "processing" || video.stream === "ready" ? "processing" : "unfinished";
}
