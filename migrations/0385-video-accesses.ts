import { type Kysely, sql } from "kysely";

/**
 * When a buyer opened a video, from where and with what (docs/decisions/0200-places-and-the-access-log.md). `place`:
 * the session, by the beginning of its id's hash. `last_at`: the last sign of playback. `stopped_at`: when the person
 * stopped it from another place. `marks_playback`: the creator's choice of a visible mark.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE video_accesses (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  place text NOT NULL CHECK (length(place) BETWEEN 1 AND 16),
  address text CHECK (length(address) BETWEEN 1 AND 64),
  device text CHECK (length(device) BETWEEN 1 AND 100),
  opened_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL, stopped_at timestamptz(3),
  CONSTRAINT video_accesses_last_check CHECK (last_at >= opened_at)
);
CREATE INDEX video_accesses_person_idx ON video_accesses (user_id, last_at DESC);
CREATE INDEX video_accesses_video_idx ON video_accesses (video_id, user_id, opened_at DESC);
CREATE INDEX video_accesses_last_idx ON video_accesses (last_at);
CREATE TRIGGER video_accesses_refuse_erased AFTER INSERT ON video_accesses
  FOR EACH ROW EXECUTE FUNCTION refuse_erased('user_id');
ALTER TABLE creator_profiles ADD marks_playback boolean DEFAULT false NOT NULL;`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE creator_profiles DROP marks_playback;
DROP TABLE video_accesses;`)
    .execute(db);
}
