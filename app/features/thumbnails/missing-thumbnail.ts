/** Why a creator's YouTube video has no picture: copying it is still tried, or was given up. */
export type MissingThumbnail = "trying" | "gaveUp";

/** How long copying YouTube's image is tried after publishing, in milliseconds: as long as the queue tries a job. */
const triedMs = 3 * 24 * 60 * 60 * 1000;

/** Decides what a creator is told of a published video's missing thumbnail; undefined if nothing is missing. */
export function decideMissingThumbnail(
  video: { video_type: string; thumbnail_url: string | null; published_at: Date | null },
  now: Date,
): MissingThumbnail | undefined {
  if (video.video_type !== "youtube" || video.thumbnail_url || !video.published_at) return undefined;
  return now.getTime() - video.published_at.getTime() < triedMs ? "trying" : "gaveUp";
}
