import { type Kysely, sql } from "kysely";

/** Videos whose file no browser plays are not for sale, including those found unreadable before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const unreadable = sql`SELECT video_id FROM conversions WHERE state = 'failed' AND reason = 'unreadable'`;
  // Courses are locked before their lessons.
  await sql`SELECT FROM videos WHERE id IN (${unreadable})
    OR id IN (SELECT course_id FROM course_lessons WHERE video_id IN (${unreadable}))
    ORDER BY video_type <> 'course', id FOR NO KEY UPDATE`.execute(db);
  await sql`UPDATE videos SET suspended_at = now()
    WHERE suspended_at IS NULL AND published_at IS NOT NULL AND id IN (${unreadable})`.execute(db);
}

/** An administrator restores a video. */
export async function down(): Promise<void> {}
