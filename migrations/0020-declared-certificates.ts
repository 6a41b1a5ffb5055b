import { type Kysely, sql } from "kysely";

/**
 * A certificate says whether its lessons were watched, or only marked as completed by the person. Earlier ones count as
 * declared, unless 80 % of each present lesson that the person completed was watched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE certificates ADD declared boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN certificates.declared IS
  'The person marked a lesson as completed without having watched 80 % of it; false once all were watched.';
DROP TRIGGER certificates_corrected ON certificates;
UPDATE certificates SET declared = false WHERE
  EXISTS (SELECT FROM course_lessons WHERE course_lessons.course_id = certificates.course_id AND removed_at IS NULL)
  AND NOT EXISTS (SELECT FROM course_lessons JOIN videos ON videos.id = course_lessons.video_id
    LEFT JOIN watch_positions AS seen ON seen.video_id = videos.id AND seen.user_id = certificates.user_id
    WHERE course_lessons.course_id = certificates.course_id AND removed_at IS NULL AND added_at <= certificates.finished_at
      AND coalesce(seen.watched_seconds, 0) < coalesce(nullif(duration_seconds, 0) * 0.8, 'infinity'::float8));
CREATE TRIGGER certificates_corrected BEFORE UPDATE OF name, corrected_at ON certificates FOR EACH ROW
  WHEN (old.corrected_at IS NOT NULL OR new.corrected_at IS NULL) EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER certificates_declared BEFORE UPDATE OF declared ON certificates FOR EACH ROW
  WHEN (new.declared AND NOT old.declared) EXECUTE FUNCTION refuse_frozen();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER certificates_declared ON certificates;
DROP TRIGGER certificates_corrected ON certificates;
CREATE TRIGGER certificates_corrected BEFORE UPDATE ON certificates FOR EACH ROW
  WHEN (old.corrected_at IS NOT NULL OR new.corrected_at IS NULL) EXECUTE FUNCTION refuse_frozen();
ALTER TABLE certificates DROP declared;
`)
    .execute(db);
}
