import type { Db } from "~/platform/db.server";

/** Lists videos taken out of the shop before this that nobody began to buy, at most a hundred: deletions cut off. */
export async function listHalfDeletedVideos(db: Db, olderThan: Date) {
  return (
    db
      .selectFrom("videos")
      .select(["id", "video_url", "cloudflare_video_id", "thumbnail_url"])
      .where("deleted_at", "<", olderThan)
      // An upload that was dropped is the sweep's: more of it may be in the store than its key says.
      .where("published_at", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id"))),
      )
      .orderBy("deleted_at")
      .limit(100)
      .execute()
  );
}
