import { type Kysely, sql } from "kysely";

/** How far someone has come in a video, so that another device goes on from there. One row a viewer and video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE watch_positions (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
      seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 604800),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, video_id)
    )`.execute(db);
  // Removing a video looks for its rows by video.
  await sql`CREATE INDEX watch_positions_video_idx ON watch_positions (video_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE watch_positions`.execute(db);
}
