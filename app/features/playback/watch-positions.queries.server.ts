import type { Db } from "~/platform/db.server";

/** Finds how far someone has come in a video, in seconds; 0 where they are to begin at the beginning. */
export async function findPosition(db: Db, userId: string, videoId: string): Promise<number> {
  const row = await db
    .selectFrom("watch_positions")
    .select("seconds")
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}

/** Stores how far someone has come, over what was stored before. Whoever asks must have checked that they may watch. */
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

/** Forgets how far someone has come: the next time begins at the beginning. */
export async function deletePosition(db: Db, userId: string, videoId: string): Promise<void> {
  await db
    .deleteFrom("watch_positions")
    .where("user_id", "=", userId)
    .where("video_id", "=", videoId)
    .execute();
}
