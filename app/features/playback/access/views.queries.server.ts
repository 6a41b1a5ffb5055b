import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Counts one more opening of a video by someone who bought it. */
export async function countView(db: Db, videoId: string): Promise<void> {
  await sql`
    INSERT INTO video_views (video_id, number) VALUES (${videoId}, 1)
    ON CONFLICT (video_id) DO UPDATE SET number = video_views.number + 1`.execute(db);
}
