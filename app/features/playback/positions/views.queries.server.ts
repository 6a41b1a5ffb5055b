import type { Db } from "~/platform/db.server";

/** Counts one more opening of a video by someone who bought it. */
export async function countView(db: Db, videoId: string): Promise<void> {
  await db
    .insertInto("video_views")
    .values({ video_id: videoId, number: 1 })
    .onConflict((conflict) =>
      conflict.column("video_id").doUpdateSet(({ eb }) => ({ number: eb("video_views.number", "+", 1) })),
    )
    .execute();
}
