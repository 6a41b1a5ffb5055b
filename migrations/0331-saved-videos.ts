import { type Kysely, sql } from "kysely";

/**
 * Videos that a person saved for later. `price_cents`: the price when it was saved, or the one that the last mail about
 * a lower price named. `told_at`: when that mail was posted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE saved_videos (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
      price_cents integer NOT NULL CHECK (price_cents > 0),
      saved_at timestamptz(3) NOT NULL,
      told_at timestamptz(3),
      PRIMARY KEY (user_id, video_id)
    )`.execute(db);
  await sql`CREATE TRIGGER saved_videos_refuse_erased AFTER INSERT ON saved_videos
    FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id')`.execute(db);
  await sql`CREATE INDEX saved_videos_video_idx ON saved_videos (video_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE saved_videos`.execute(db);
}
