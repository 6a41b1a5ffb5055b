import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The reasons of access that was paid for, also by the lessons of a course: reviews of other access do not count. */
const paid = "'sale', 'gift', 'lessons'";

/**
 * What learners do: positions, visits, reviews and questions with their sums, certificates, saved videos, and the log
 * of accesses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- The last position, which seconds were watched, and when the video was completed
-- (docs/decisions/0147-progress-is-what-was-watched.md). The row stays when the position is 0.
CREATE TABLE watch_positions (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  seconds integer NOT NULL CHECK (seconds BETWEEN 0 AND 604800), updated_at timestamptz(3) DEFAULT now() NOT NULL,
  watched int4multirange DEFAULT '{}' NOT NULL CHECK (watched <@ int4range(0, 604801) AND pg_column_size(watched) <=
    4000),
  watched_seconds integer DEFAULT 0 NOT NULL, done_at timestamptz(3), PRIMARY KEY (user_id, video_id)
);
CREATE INDEX watch_positions_video_idx ON watch_positions (video_id);

-- A count for the creator, without who or when (docs/decisions/0102-views-are-one-number.md).
CREATE TABLE video_views (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE, number bigint NOT NULL CHECK (number > 0)
);

-- Visits of sales pages and previews played, as sums by video, day in São Paulo and source
-- (docs/decisions/0210-visits-are-sums.md).
CREATE TABLE video_visits (
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE, day date NOT NULL,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 80), views integer NOT NULL CHECK (views >= 0),
  previews integer NOT NULL CHECK (previews >= 0), PRIMARY KEY (video_id, day, source)
);
CREATE INDEX video_visits_day_idx ON video_visits (day);

-- When a buyer opened a video, from where and with what (docs/decisions/0200-places-and-the-access-log.md). place: the
-- session, by the beginning of its id's hash. last_at: the last sign of playback. stopped_at: when the person stopped
-- it from another place.
CREATE TABLE video_accesses (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE, place text NOT NULL CHECK (length(place) BETWEEN 1 AND 16),
  address text CHECK (length(address) BETWEEN 1 AND 64), device text CHECK (length(device) BETWEEN 1 AND 100),
  opened_at timestamptz(3) NOT NULL, last_at timestamptz(3) NOT NULL, stopped_at timestamptz(3),
  CONSTRAINT video_accesses_last_check CHECK (last_at >= opened_at)
);
CREATE INDEX video_accesses_last_idx ON video_accesses (last_at);
CREATE INDEX video_accesses_person_idx ON video_accesses (user_id, last_at DESC);
CREATE INDEX video_accesses_video_idx ON video_accesses (video_id, user_id, opened_at DESC);

-- price_cents: the price when the video was saved, or the one that the last mail about a lower price named; told_at:
-- when that mail was posted.
CREATE TABLE saved_videos (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE, price_cents integer NOT NULL CHECK (price_cents >= 0),
  saved_at timestamptz(3) NOT NULL, told_at timestamptz(3), PRIMARY KEY (user_id, video_id)
);
CREATE INDEX saved_videos_video_idx ON saved_videos (video_id);

-- Of completed courses (docs/decisions/0243-certificates.md). A certificate keeps the course's title and the length of
-- the completed lessons, in seconds; only its name changes, once. Whether it is valid follows the access, by a query.
CREATE TABLE certificates (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200), course_title text NOT NULL,
  seconds integer NOT NULL CHECK (seconds >= 0), finished_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3) NOT NULL, corrected_at timestamptz(3),
  CONSTRAINT certificates_finished_check CHECK (finished_at <= issued_at),
  CONSTRAINT certificates_person_course_key UNIQUE (user_id, course_id)
);
CREATE INDEX certificates_course_idx ON certificates (course_id);

-- A review is shown while its author has access and no administrator hid it
-- (docs/decisions/0062-who-may-review.md). bought: the author's access was paid for, by them or by who gave it; others
-- do not count into the stars. Set by triggers; a review without access counts nowhere.
CREATE TABLE reviews (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, video_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  author_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text DEFAULT '' NOT NULL CHECK (length(text) <= 2000), created_at timestamptz(3) DEFAULT now() NOT NULL,
  updated_at timestamptz(3) DEFAULT now() NOT NULL, reply text CHECK (length(reply) BETWEEN 1 AND 2000),
  replied_at timestamptz(3), has_access boolean DEFAULT true NOT NULL, hidden_at timestamptz(3),
  hidden_reason text CHECK (length(hidden_reason) BETWEEN 1 AND 500), deleted_at timestamptz(3),
  report_count integer DEFAULT 0 NOT NULL, reported_at timestamptz(3),
  shown boolean GENERATED ALWAYS AS ((has_access AND (hidden_at IS NULL) AND (deleted_at IS NULL))) STORED NOT NULL,
  bought boolean DEFAULT true NOT NULL,
  CONSTRAINT reviews_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CONSTRAINT reviews_own_check CHECK (author_id <> creator_id),
  CONSTRAINT reviews_reply_whole_check CHECK ((reply IS NULL) = (replied_at IS NULL)),
  CONSTRAINT reviews_reported_check CHECK ((report_count >= 0) AND ((report_count > 0) = (reported_at IS NOT NULL))),
  UNIQUE (video_id, author_id)
);
CREATE INDEX reviews_author_idx ON reviews (author_id, created_at DESC, id DESC);
CREATE INDEX reviews_best_idx ON reviews (video_id, rating DESC, created_at DESC, id DESC) WHERE shown;
CREATE INDEX reviews_creator_idx ON reviews (creator_id, created_at DESC, id DESC) WHERE shown;
CREATE INDEX reviews_hidden_idx ON reviews (hidden_at DESC, id DESC) WHERE hidden_at IS NOT NULL;
CREATE INDEX reviews_reported_idx ON reviews (reported_at DESC, id DESC) WHERE reported_at IS NOT NULL;
CREATE INDEX reviews_video_idx ON reviews (video_id, created_at DESC, id DESC) WHERE shown;
CREATE INDEX reviews_worst_idx ON reviews (video_id, (-rating) DESC, created_at DESC, id DESC) WHERE shown;

CREATE TABLE review_reports (
  review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text DEFAULT '' NOT NULL CHECK (length(reason) <= 500), created_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (review_id, reporter_id)
);

-- Questions under a video and the answers to them (docs/decisions/0150-questions-under-a-lesson.md). second: of the
-- video. answered_at: the creator's newest answer that is shown, unless the asker wrote again after it. is_open: waits
-- for the creator.
CREATE TABLE question_posts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  answers_to uuid REFERENCES question_posts ON DELETE CASCADE, second integer CHECK (second BETWEEN 0 AND 604800),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000), created_at timestamptz(3) NOT NULL,
  answer_count integer DEFAULT 0 NOT NULL CHECK (answer_count >= 0), answered_at timestamptz(3),
  solved_at timestamptz(3), pinned_at timestamptz(3), hidden_at timestamptz(3),
  hidden_by text CHECK (hidden_by IN ('creator', 'administrator')),
  hidden_reason text CHECK (length(hidden_reason) BETWEEN 1 AND 500), report_count integer DEFAULT 0 NOT NULL,
  reported_at timestamptz(3), is_pinned boolean GENERATED ALWAYS AS (pinned_at IS NOT NULL) STORED NOT NULL,
  is_open boolean GENERATED ALWAYS AS ((answers_to IS NULL) AND (answered_at IS NULL) AND (solved_at IS NULL)
    AND (hidden_at IS NULL)) STORED NOT NULL,
  CONSTRAINT question_posts_answer_check CHECK ((answers_to IS NULL) OR ((second IS NULL) AND (answered_at IS NULL)
    AND (solved_at IS NULL) AND (pinned_at IS NULL) AND (answer_count = 0))),
  CONSTRAINT question_posts_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  CONSTRAINT question_posts_reason_check CHECK ((hidden_reason IS NOT NULL) = (hidden_by IS NOT DISTINCT FROM
    'administrator')),
  CONSTRAINT question_posts_reported_check CHECK ((report_count >= 0) AND ((report_count > 0) = (reported_at IS NOT NULL)))
);
CREATE INDEX question_posts_answers_idx ON question_posts (answers_to, created_at, id) WHERE answers_to IS NOT NULL;
CREATE INDEX question_posts_author_idx ON question_posts (author_id, created_at DESC, id DESC);
CREATE INDEX question_posts_hidden_idx ON question_posts (hidden_at DESC, id DESC) WHERE hidden_by = 'administrator';
CREATE INDEX question_posts_inbox_idx ON question_posts (creator_id, is_open DESC, created_at DESC, id DESC)
  WHERE answers_to IS NULL AND hidden_at IS NULL;
CREATE INDEX question_posts_reported_idx ON question_posts (reported_at DESC, id DESC) WHERE reported_at IS NOT NULL;
-- A form that is sent twice adds one row.
CREATE UNIQUE INDEX question_posts_same_idx ON question_posts
  (author_id, video_id, answers_to, hashtextextended(text, 0)) NULLS NOT DISTINCT;
CREATE INDEX question_posts_video_idx ON question_posts (video_id, is_pinned DESC, created_at DESC, id DESC)
  WHERE answers_to IS NULL;

CREATE TABLE question_reports (
  post_id uuid NOT NULL REFERENCES question_posts ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text DEFAULT '' NOT NULL CHECK (length(reason) <= 500), created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (post_id, reporter_id)
);

-- What a creator's public page counts. figure_violations compares it with the rows.
CREATE TABLE creator_figures (
  creator_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE, review_count integer DEFAULT 0 NOT NULL,
  rating_total integer DEFAULT 0 NOT NULL, student_count integer DEFAULT 0 NOT NULL,
  video_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE creator_students (
  creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  consumer_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, PRIMARY KEY (creator_id, consumer_id)
);

CREATE FUNCTION add_figures(creator uuid, reviews integer, total integer, students integer, more_videos integer)
    RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO creator_figures AS f VALUES (creator, reviews, total, students, more_videos)
  ON CONFLICT (creator_id) DO UPDATE SET
    review_count = f.review_count + reviews, rating_total = f.rating_total + total,
    student_count = f.student_count + students, video_count = f.video_count + more_videos $$;

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

-- As the owner, as count_student: a deferred trigger may run as the application's role, which does not write figures.
CREATE FUNCTION count_creator_reviews() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown AND OLD.bought THEN PERFORM add_figures(OLD.creator_id, -1, -OLD.rating, 0, 0); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown AND NEW.bought THEN PERFORM add_figures(NEW.creator_id, 1, NEW.rating, 0, 0); END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION count_review(video uuid, stars smallint, more integer) RETURNS void LANGUAGE sql AS $$
  UPDATE videos SET
    review_count = review_count + more,
    rating_total = rating_total + more * stars,
    rating_counts[stars] = rating_counts[stars] + more,
    rating_rank = rating_rank_of(review_count + more, rating_total + more * stars)
  WHERE id = video $$;

CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown AND OLD.bought THEN PERFORM count_review(OLD.video_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown AND NEW.bought THEN PERFORM count_review(NEW.video_id, NEW.rating, 1); END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION count_seconds(ranges int4multirange) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT coalesce(sum(upper(part) - lower(part)), 0)::integer FROM unnest(ranges) AS part);

CREATE FUNCTION count_student() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    creator uuid := (SELECT creator_id FROM videos WHERE id = coalesce(NEW.product_id, OLD.product_id));
    student uuid := coalesce(NEW.user_id, OLD.user_id);
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('student ' || creator || ' ' || student, 0));
    IF EXISTS (SELECT FROM access_grants JOIN videos ON videos.id = product_id
      WHERE user_id = student AND revoked_at IS NULL AND creator_id = creator) THEN
      INSERT INTO creator_students VALUES (creator, student) ON CONFLICT DO NOTHING;
      IF FOUND THEN PERFORM add_figures(creator, 0, 0, 1, 0); END IF;
    ELSE
      DELETE FROM creator_students WHERE creator_id = creator AND consumer_id = student;
      IF FOUND THEN PERFORM add_figures(creator, 0, 0, -1, 0); END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE reviews SET has_access = NEW.revoked_at IS NULL,
        bought = CASE WHEN NEW.revoked_at IS NULL THEN NEW.reason IN (${paid}) ELSE bought END
      WHERE video_id = NEW.product_id AND author_id = NEW.user_id AND (has_access, bought) IS DISTINCT FROM
        (NEW.revoked_at IS NULL, CASE WHEN NEW.revoked_at IS NULL THEN NEW.reason IN (${paid}) ELSE bought END);
    RETURN NULL;
  END $$;

CREATE FUNCTION reviews_know_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.bought := NOT EXISTS (SELECT FROM access_grants WHERE user_id = NEW.author_id AND product_id = NEW.video_id
      AND revoked_at IS NULL AND reason NOT IN (${paid}));
    RETURN NEW;
  END $$;

-- The sum is the database's own, so that no statement can store another.
CREATE FUNCTION sum_watched_seconds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.watched_seconds := count_seconds(NEW.watched);
    RETURN NEW;
  END $$;

CREATE TRIGGER access_grants_review AFTER UPDATE OF revoked_at ON access_grants FOR EACH ROW
  WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION review_access();
CREATE TRIGGER access_grants_review_insert AFTER INSERT ON access_grants FOR EACH ROW WHEN (new.revoked_at IS NULL)
  EXECUTE FUNCTION review_access();
-- Figures are changed when the transaction ends: many transactions lock the row of a creator.
CREATE CONSTRAINT TRIGGER access_grants_student AFTER UPDATE OF revoked_at ON access_grants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION count_student();
CREATE CONSTRAINT TRIGGER access_grants_student_delete AFTER DELETE ON access_grants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (old.revoked_at IS NULL) EXECUTE FUNCTION count_student();
CREATE CONSTRAINT TRIGGER access_grants_student_insert AFTER INSERT ON access_grants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.revoked_at IS NULL) EXECUTE FUNCTION count_student();
CREATE TRIGGER watch_positions_sum_watched_seconds BEFORE INSERT OR UPDATE ON watch_positions FOR EACH ROW
  EXECUTE FUNCTION sum_watched_seconds();
CREATE TRIGGER certificates_corrected BEFORE UPDATE ON certificates FOR EACH ROW
  WHEN (old.corrected_at IS NOT NULL OR new.corrected_at IS NULL) EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER certificates_frozen BEFORE UPDATE OF code, user_id, course_id, course_title, seconds, finished_at, issued_at
  ON certificates FOR EACH ROW EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER question_posts_count_deleted AFTER DELETE ON question_posts FOR EACH ROW
  WHEN (OLD.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER question_posts_count_hidden AFTER UPDATE OF hidden_at ON question_posts FOR EACH ROW
  WHEN (NEW.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER question_posts_count_new AFTER INSERT ON question_posts FOR EACH ROW
  WHEN (NEW.answers_to IS NOT NULL) EXECUTE FUNCTION count_answers();
CREATE TRIGGER reviews_count AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN (((old.shown AND old.bought) <> (new.shown AND new.bought)) OR (old.rating <> new.rating))
  EXECUTE FUNCTION count_reviews();
CREATE CONSTRAINT TRIGGER reviews_creator_count AFTER INSERT OR DELETE ON reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (true) EXECUTE FUNCTION count_creator_reviews();
CREATE CONSTRAINT TRIGGER reviews_creator_count_changes AFTER UPDATE ON reviews DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (((old.shown AND old.bought) <> (new.shown AND new.bought)) OR (old.rating <> new.rating))
  EXECUTE FUNCTION count_creator_reviews();
CREATE TRIGGER reviews_know_purchase BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_know_purchase();
`)
    .execute(db);
}
