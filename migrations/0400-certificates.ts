import { type Kysely, sql } from "kysely";

const shown = `title, description, price_cents, currency, thumbnail_url, creator_id, created_at, published_at, deleted_at,
      suspended_at, creator_suspended, topic_slug, outcomes, duration_seconds, content_updated_at, preview_kind,
      preview_status, preview_key, preview_length, preview_youtube_id, spoken_language`;

/**
 * Certificates of completed courses (docs/decisions/0243-certificates.md). `certifies`: the creator's choice for a
 * course. A certificate keeps the course's title and the length of the completed lessons, in seconds; only its name
 * changes, once. Whether it is valid follows the access, by a query.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE videos ADD certifies boolean DEFAULT false NOT NULL;
ALTER TABLE videos ADD CONSTRAINT videos_certifies_check CHECK (NOT certifies OR video_type = 'course') NOT VALID;

CREATE TABLE certificates (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200), course_title text NOT NULL,
  seconds integer NOT NULL CHECK (seconds >= 0),
  finished_at timestamptz(3) NOT NULL, issued_at timestamptz(3) NOT NULL, corrected_at timestamptz(3),
  CONSTRAINT certificates_person_course_key UNIQUE (user_id, course_id),
  CONSTRAINT certificates_finished_check CHECK (finished_at <= issued_at)
);
CREATE INDEX certificates_course_idx ON certificates (course_id);
CREATE TRIGGER certificates_frozen BEFORE UPDATE OF code, user_id, course_id, course_title, seconds, finished_at, issued_at
  ON certificates FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER certificates_corrected BEFORE UPDATE ON certificates FOR EACH ROW
  WHEN (old.corrected_at IS NOT NULL OR new.corrected_at IS NULL) EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER certificates_refuse_erased AFTER INSERT ON certificates FOR EACH ROW
  EXECUTE FUNCTION refuse_erased('user_id');
${announce(`${shown}, certifies`)}
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TABLE certificates;
${announce(shown)}
ALTER TABLE videos DROP CONSTRAINT videos_certifies_check;
ALTER TABLE videos DROP certifies;
`)
    .execute(db);
}

/** Makes the trigger of `0013-shown-pages` anew with these columns. */
function announce(columns: string): string {
  return `DROP TRIGGER videos_announce_shown_pages ON videos;
CREATE TRIGGER videos_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF ${columns} ON videos
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages();`;
}
