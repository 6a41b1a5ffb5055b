import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import type { Services } from "~/platform/services";
import { planThumbnailUrl, removeThumbnail, storeThumbnail } from "./thumbnail.server";
import { fetchYoutubeThumbnail } from "./youtube-thumbnail.server";
import { findWithoutThumbnail, setMissingThumbnail } from "./youtube-thumbnails.queries.server";

/**
 * Copies the standard image of a YouTube video published without one; does nothing if it has one by now. Throws when
 * fetching or storing fails, so that the queue retries.
 */
export async function copyYoutubeThumbnail(
  { db, storage, clock, env }: Pick<Services, "db" | "storage" | "clock" | "env">,
  videoId: string,
): Promise<void> {
  const video = await findWithoutThumbnail(db, videoId);
  const youtubeId = video?.youtube_url ? parseYoutubeId(video.youtube_url) : undefined;
  if (!video || !youtubeId) return;
  const thumbnail = await fetchYoutubeThumbnail(env.YOUTUBE_IMAGE_URL, youtubeId);
  // Without the id, because the message is logged.
  if (!thumbnail) throw new Error("YouTube's image could not be fetched");
  const url = planThumbnailUrl(video.creator_id, thumbnail, clock());
  let isSet = false;
  try {
    await storeThumbnail(storage, url, thumbnail);
    isSet = await setMissingThumbnail(db, videoId, url);
  } finally {
    if (!isSet) await removeThumbnail(storage, url);
  }
}
