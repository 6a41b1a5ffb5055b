import type { Db } from "~/platform/db.server";

/** Undefined if the video has a thumbnail by now or has left the shop. */
export async function findWithoutThumbnail(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["creator_id", "youtube_url"])
    .where("id", "=", videoId)
    .where("video_type", "=", "youtube")
    .where("thumbnail_url", "is", null)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** False if the video has a thumbnail by now or has left the shop. */
export async function setMissingThumbnail(db: Db, videoId: string, thumbnailUrl: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ thumbnail_url: thumbnailUrl })
    .where("id", "=", videoId)
    .where("thumbnail_url", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
