import { type Kysely, sql } from "kysely";

/**
 * Copies of lessons on devices. `videos.offline_allowed`: null until the creator of an older video is asked, which
 * counts as no. `device_copies.place`: the session, as in `video_accesses`. `watch_positions.report_ids`: the newest
 * reports of what was watched offline, each applied once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN offline_allowed boolean`.execute(db);
  await sql`ALTER TABLE videos ALTER COLUMN offline_allowed SET DEFAULT true`.execute(db);
  await sql`ALTER TABLE watch_positions ADD COLUMN report_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL`.execute(
    db,
  );
  await sql`CREATE TABLE device_copies (
    id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    place text NOT NULL CHECK (length(place) BETWEEN 1 AND 16),
    kept_at timestamptz(3) NOT NULL,
    renewed_at timestamptz(3) NOT NULL,
    CONSTRAINT device_copies_once UNIQUE (user_id, place, video_id)
  )`.execute(db);
  await sql`CREATE TRIGGER device_copies_refuse_erased AFTER INSERT ON device_copies
    FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id')`.execute(db);
  await sql`CREATE INDEX device_copies_video_idx ON device_copies (video_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE device_copies`.execute(db);
  await sql`ALTER TABLE watch_positions DROP COLUMN report_ids`.execute(db);
  await sql`ALTER TABLE videos DROP COLUMN offline_allowed`.execute(db);
}
