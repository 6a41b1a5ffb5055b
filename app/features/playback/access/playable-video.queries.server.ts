import { cardColumns } from "~/features/videos/cards/video-cards.queries.server";
import type { Db } from "~/platform/db.server";

/** Returns the video's location. The caller must have checked `decideWatchAccess`. */
export async function findPlayableVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .select([
      ...cardColumns,
      "creator_id",
      "video_type",
      "video_url",
      "youtube_url",
      "cloudflare_video_id",
      "published_at",
      "deleted_at",
      "file_removed_at",
      "suspended_at",
      "creator_suspended",
      "state",
      "percent",
      "sent_at",
      "has_mp4",
    ])
    .where("id", "=", videoId)
    .executeTakeFirst();
}
