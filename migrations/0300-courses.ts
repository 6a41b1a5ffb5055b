import { type Kysely, sql } from "kysely";

/**
 * Courses (docs/decisions/0190-a-course-is-a-product-of-lessons.md). A course is a row of videos without a file;
 * `course_lessons` lists its lessons. `lesson_count` and the length of a course follow its lessons by triggers. Access
 * to a lesson is derived from the grant of the course: a removed lesson stays for purchases that are older.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE videos DROP CONSTRAINT videos_video_type_check;
ALTER TABLE videos ADD CONSTRAINT videos_video_type_check
  CHECK (video_type IN ('cloudflare', 'youtube', 'legacy', 'course')) NOT VALID;
ALTER TABLE videos DROP CONSTRAINT videos_check1;
ALTER TABLE videos ADD CONSTRAINT videos_check1 CHECK ((published_at IS NULL) OR (num_nonnulls(youtube_url,
  cloudflare_video_id, video_url) = CASE WHEN video_type = 'course' THEN 0 ELSE 1 END)) NOT VALID;
-- null: no course
ALTER TABLE videos ADD COLUMN lesson_count integer;
ALTER TABLE videos ADD CONSTRAINT videos_lesson_count_check
  CHECK (((lesson_count IS NULL) = (video_type <> 'course')) AND (lesson_count >= 0)) NOT VALID;

CREATE TABLE course_lessons (
  course_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  section text DEFAULT '' NOT NULL CHECK (length(section) <= 120),
  is_free boolean DEFAULT false NOT NULL,
  added_at timestamptz(3) NOT NULL, removed_at timestamptz(3),
  PRIMARY KEY (course_id, video_id),
  CONSTRAINT course_lessons_other_check CHECK (course_id <> video_id)
);
CREATE INDEX course_lessons_video_idx ON course_lessons (video_id);

CREATE FUNCTION count_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE course uuid := coalesce(NEW.course_id, OLD.course_id);
  BEGIN
    UPDATE videos SET lesson_count = found.number, duration_seconds = nullif(found.seconds, 0) FROM (
      SELECT count(*)::integer AS number, coalesce(sum(duration_seconds), 0)::integer AS seconds
      FROM course_lessons JOIN videos lesson ON lesson.id = video_id
      WHERE course_id = course AND removed_at IS NULL
    ) AS found WHERE id = course;
    RETURN NULL;
  END $$;
CREATE TRIGGER course_lessons_count_new AFTER INSERT OR DELETE ON course_lessons FOR EACH ROW
  EXECUTE FUNCTION count_lessons();
CREATE TRIGGER course_lessons_count_removed AFTER UPDATE OF removed_at ON course_lessons FOR EACH ROW
  WHEN (old.removed_at IS DISTINCT FROM new.removed_at) EXECUTE FUNCTION count_lessons();

-- A lesson's length becomes known after it was added.
CREATE FUNCTION lengthen_courses() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE videos SET duration_seconds = nullif((
        SELECT coalesce(sum(duration_seconds), 0)::integer FROM course_lessons JOIN videos lesson ON lesson.id = video_id
        WHERE course_id = videos.id AND removed_at IS NULL), 0)
      WHERE id IN (SELECT course_id FROM course_lessons WHERE video_id = NEW.id AND removed_at IS NULL);
    RETURN NULL;
  END $$;
CREATE TRIGGER videos_lengthen_courses AFTER UPDATE OF duration_seconds ON videos FOR EACH ROW
  WHEN (old.duration_seconds IS DISTINCT FROM new.duration_seconds AND new.video_type <> 'course')
  EXECUTE FUNCTION lengthen_courses();

-- A deleted video leaves its courses; one whose deletion was given up comes back.
CREATE FUNCTION remove_deleted_lesson() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.deleted_at IS NULL THEN
      UPDATE course_lessons SET removed_at = NULL WHERE video_id = NEW.id AND removed_at = OLD.deleted_at;
    ELSE
      UPDATE course_lessons SET removed_at = NEW.deleted_at WHERE video_id = NEW.id AND removed_at IS NULL;
    END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER videos_remove_deleted_lesson AFTER UPDATE OF deleted_at ON videos FOR EACH ROW
  WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION remove_deleted_lesson();

CREATE TRIGGER course_lessons_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE ON course_lessons
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages();
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER videos_remove_deleted_lesson ON videos;
DROP TRIGGER videos_lengthen_courses ON videos;
DROP TABLE course_lessons;
DROP FUNCTION remove_deleted_lesson();
DROP FUNCTION lengthen_courses();
DROP FUNCTION count_lessons();
ALTER TABLE videos DROP COLUMN lesson_count;
ALTER TABLE videos DROP CONSTRAINT videos_check1;
ALTER TABLE videos ADD CONSTRAINT videos_check1 CHECK ((published_at IS NULL) OR (num_nonnulls(youtube_url,
  cloudflare_video_id, video_url) = 1));
ALTER TABLE videos DROP CONSTRAINT videos_video_type_check;
ALTER TABLE videos ADD CONSTRAINT videos_video_type_check CHECK (video_type IN ('cloudflare', 'youtube', 'legacy'));
`)
    .execute(db);
}
