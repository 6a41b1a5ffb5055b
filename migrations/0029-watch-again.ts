import { type Kysely, sql } from "kysely";

/**
 * A video can be watched again: what was reached before stays in `reached` and `first_done_at`. Certificates keep the
 * time that was watched, the first day and the programme; earlier ones have none of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE watch_positions
  ADD reached int4multirange DEFAULT '{}' NOT NULL CHECK (pg_column_size(reached) <= 4000),
  ADD first_done_at timestamptz(3), ADD begun_at timestamptz(3) DEFAULT now() NOT NULL, ADD reminded_at timestamptz(3);
COMMENT ON COLUMN watch_positions.reached IS 'The parts watched before the person began again; watched has those since.';
COMMENT ON COLUMN watch_positions.first_done_at IS 'When the video was completed before the person began again.';
COMMENT ON COLUMN watch_positions.reminded_at IS 'When the mail about the course that stood still here was posted.';
UPDATE watch_positions AS seen SET begun_at = least(updated_at, done_at, (SELECT min(opened_at) FROM video_accesses
  WHERE video_accesses.video_id = seen.video_id AND video_accesses.user_id = seen.user_id));
ALTER TABLE certificates ADD watched_seconds integer CHECK (watched_seconds >= 0), ADD begun_at timestamptz(3),
  ADD programme jsonb CHECK (jsonb_typeof(programme) = 'array'), ADD hides_first_day boolean DEFAULT false NOT NULL;
ALTER TABLE certificates ADD CONSTRAINT certificates_watched_whole_check CHECK (((watched_seconds IS NULL) =
  (begun_at IS NULL)) AND ((begun_at IS NULL) = (programme IS NULL))) NOT VALID;
ALTER TABLE certificates VALIDATE CONSTRAINT certificates_watched_whole_check;
COMMENT ON COLUMN certificates.programme IS
  'The completed lessons in order: [{"section", "title"}]; null, as the time and the first day, if issued before 0029.';
CREATE TRIGGER certificates_watched BEFORE UPDATE OF watched_seconds, begun_at, programme ON certificates FOR EACH ROW
  WHEN (old.programme IS NOT NULL) EXECUTE FUNCTION refuse_frozen();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER certificates_watched ON certificates;
ALTER TABLE certificates DROP watched_seconds, DROP begun_at, DROP programme, DROP hides_first_day;
ALTER TABLE watch_positions DROP reached, DROP first_done_at, DROP begun_at, DROP reminded_at;
`)
    .execute(db);
}
