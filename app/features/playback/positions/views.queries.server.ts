import { sql } from "kysely";
import { type From, insertOpened, type Place } from "~/features/playback/access/accesses.queries.server";
import type { Db } from "~/platform/db.server";

const countOne = (videoId: string) => sql`
  INSERT INTO video_views (video_id, number) VALUES (${videoId}, 1)
  ON CONFLICT (video_id) DO UPDATE SET number = video_views.number + 1`;

/** Counts one more opening of a video by someone who bought it. */
export async function countView(db: Db, videoId: string): Promise<void> {
  await countOne(videoId).execute(db);
}

/** As `noteOpened` and `countView`, in one statement. */
export async function noteCountedOpening(db: Db, opened: Place & From): Promise<void> {
  await sql`WITH opened AS (${insertOpened(opened)}) ${countOne(opened.videoId)}`.execute(db);
}
