import { type Kysely, sql } from "kysely";

/**
 * Questions under a video and the answers to them (docs/decisions/0150-questions-under-a-lesson.md). `second`: of the
 * video.
 * `answered_at`: the creator's newest answer that is shown, unless the asker wrote again after it. `is_open`: waits for
 * the creator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE question_posts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  answers_to uuid REFERENCES question_posts ON DELETE CASCADE,
  second integer CHECK (second BETWEEN 0 AND 604800),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz(3) NOT NULL,
  answer_count integer DEFAULT 0 NOT NULL CHECK (answer_count >= 0),
  answered_at timestamptz(3), solved_at timestamptz(3), pinned_at timestamptz(3),
  hidden_at timestamptz(3), hidden_by text CHECK (hidden_by IN ('creator', 'administrator')),
  hidden_reason text CHECK (length(hidden_reason) BETWEEN 1 AND 500),
  report_count integer DEFAULT 0 NOT NULL, reported_at timestamptz(3),
  is_pinned boolean GENERATED ALWAYS AS (pinned_at IS NOT NULL) STORED NOT NULL,
  is_open boolean GENERATED ALWAYS AS ((answers_to IS NULL) AND (answered_at IS NULL) AND (solved_at IS NULL)
    AND (hidden_at IS NULL)) STORED NOT NULL,
  CONSTRAINT question_posts_answer_check CHECK ((answers_to IS NULL) OR ((second IS NULL) AND (answered_at IS NULL)
    AND (solved_at IS NULL) AND (pinned_at IS NULL) AND (answer_count = 0))),
  CONSTRAINT question_posts_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT question_posts_reason_check CHECK ((hidden_reason IS NOT NULL) =
    (hidden_by IS NOT DISTINCT FROM 'administrator')),
  CONSTRAINT question_posts_reported_check CHECK ((report_count >= 0) AND ((report_count > 0) = (reported_at IS NOT NULL)))
);
-- A form that is sent twice adds one row.
CREATE UNIQUE INDEX question_posts_same_idx ON question_posts
  (author_id, video_id, answers_to, hashtextextended(text, 0)) NULLS NOT DISTINCT;
CREATE INDEX question_posts_video_idx ON question_posts (video_id, is_pinned DESC, created_at DESC, id DESC)
  WHERE answers_to IS NULL;
CREATE INDEX question_posts_answers_idx ON question_posts (answers_to, created_at, id) WHERE answers_to IS NOT NULL;
CREATE INDEX question_posts_inbox_idx ON question_posts (creator_id, is_open DESC, created_at DESC, id DESC)
  WHERE answers_to IS NULL AND hidden_at IS NULL;
CREATE INDEX question_posts_hidden_idx ON question_posts (hidden_at DESC, id DESC) WHERE hidden_by = 'administrator';
CREATE INDEX question_posts_reported_idx ON question_posts (reported_at DESC, id DESC) WHERE reported_at IS NOT NULL;

CREATE TABLE question_reports (
  post_id uuid NOT NULL REFERENCES question_posts ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text DEFAULT '' NOT NULL CHECK (length(reason) <= 500), created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (post_id, reporter_id)
);

CREATE FUNCTION count_answers() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE question uuid := coalesce(NEW.answers_to, OLD.answers_to);
  BEGIN
    UPDATE question_posts SET answer_count = found.number,
      answered_at = CASE WHEN found.answered_at >= coalesce(found.asked_again_at, '-infinity') THEN found.answered_at END
    FROM (
      SELECT count(*)::integer AS number,
        max(answer.created_at) FILTER (WHERE answer.author_id = answer.creator_id) AS answered_at,
        max(answer.created_at) FILTER (WHERE answer.author_id = asked.author_id) AS asked_again_at
      FROM question_posts answer JOIN question_posts asked ON asked.id = answer.answers_to
      WHERE answer.answers_to = question AND answer.hidden_at IS NULL
    ) AS found WHERE id = question;
    RETURN NULL;
  END $$;
CREATE TRIGGER question_posts_count_new AFTER INSERT ON question_posts FOR EACH ROW
  WHEN (NEW.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER question_posts_count_deleted AFTER DELETE ON question_posts FOR EACH ROW
  WHEN (OLD.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER question_posts_count_hidden AFTER UPDATE OF hidden_at ON question_posts FOR EACH ROW
  WHEN (NEW.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER question_posts_refuse_erased AFTER INSERT ON question_posts
  FOR EACH ROW EXECUTE FUNCTION refuse_erased('author_id');
CREATE TRIGGER question_reports_refuse_erased AFTER INSERT ON question_reports
  FOR EACH ROW EXECUTE FUNCTION refuse_erased('reporter_id');
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE question_reports, question_posts`.execute(db);
  await sql`DROP FUNCTION count_answers`.execute(db);
}
