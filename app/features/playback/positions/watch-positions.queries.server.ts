import { cardColumns } from "~/features/videos/cards/video-cards.queries.server";
import { hasAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Db } from "~/platform/db.server";

/** The caller must have checked that the viewer may watch. */
export async function savePosition(
  db: Db,
  position: { userId: string; videoId: string; seconds: number; now: Date },
): Promise<void> {
  const at = { seconds: position.seconds, updated_at: position.now };
  await db
    .insertInto("watch_positions")
    .values({ user_id: position.userId, video_id: position.videoId, ...at })
    .onConflict((conflict) => conflict.columns(["user_id", "video_id"]).doUpdateSet(at))
    .execute();
}

export async function deletePosition(db: Db, userId: string, videoId: string): Promise<void> {
  await db
    .deleteFrom("watch_positions")
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .execute();
}

/**
 * Lists the videos that someone has begun and may still watch, the last watched first, with how far they came in
 * seconds.
 */
export async function listWatching(db: Db, userId: string, most: number) {
  return db
    .selectFrom("watch_positions")
    .innerJoin("videos", "videos.id", "watch_positions.video_id")
    .select([...cardColumns, "seconds"])
    .where("user_id", "=", userId)
    .where("published_at", "is not", null)
    .where(hasAccess(userId))
    .orderBy("watch_positions.updated_at", "desc")
    .limit(most)
    .execute();
}
