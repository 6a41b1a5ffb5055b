import { type Kysely, sql } from "kysely";

/** How often buyers opened a video: a count for its creator, without who or when. A row of its own, because `videos` is read by all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE video_views (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      number bigint NOT NULL CHECK (number > 0)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_views`.execute(db);
}
