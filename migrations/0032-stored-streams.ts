import { type Kysely, sql } from "kysely";

/**
 * Where a job sends a stored file at the streaming service; NULL once it is complete there. Until then the row exists
 * without `videos.cloudflare_video_id` too: `sent_at` is when the whole file had reached us.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE video_streams ADD upload_url text CHECK (length(upload_url) BETWEEN 1 AND 2000)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_streams DROP upload_url`.execute(db);
}
