/** Why a YouTube video has no picture: copying is being retried, or has failed. */
export type MissingThumbnail = "trying" | "gaveUp";

/** How long copying is retried after publication, in milliseconds: as long as the queue retries a job. */
const triedMs = 3 * 24 * 60 * 60 * 1000;

/** Returns undefined if the video has a thumbnail. */
export function decideMissingThumbnail(
  video: { video_type: string; thumbnail_url: string | null; published_at: Date | null },
  now: Date,
): MissingThumbnail | undefined {
  if (video.video_type !== "youtube" || video.thumbnail_url || !video.published_at) return undefined;
  return now.getTime() - video.published_at.getTime() < triedMs ? "trying" : "gaveUp";
}
