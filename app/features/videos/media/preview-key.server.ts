import { randomBytes } from "node:crypto";

/** Returns where a preview's file will be. Nothing of the whole video's key is in it. */
export function planPreviewKey(creatorId: string): string {
  return `${creatorId}/previews/${randomBytes(16).toString("hex")}.mp4`;
}

/** Returns where an uploaded trailer waits to be encoded. No address leads there. */
export function planTrailerKey(creatorId: string, format: "mp4" | "mov" | "avi"): string {
  return `${creatorId}/trailers/${randomBytes(16).toString("hex")}.${format}`;
}
