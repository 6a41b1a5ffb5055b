import { type Kysely, sql } from "kysely";

/** Positions, views and reviews of learners, and their sums. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE watch_positions (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 604800), updated_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (user_id, video_id)
);
CREATE INDEX watch_positions_video_idx ON watch_positions (video_id);

-- A count for the creator, without who or when (docs/decisions/0102-views-are-one-number.md).
CREATE TABLE video_views (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE, number bigint NOT NULL CHECK (number > 0)
);

-- A review is shown while its author has access and no administrator hid it
-- (docs/decisions/0062-who-may-review.md).
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
  CONSTRAINT reviews_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CONSTRAINT reviews_own_check CHECK (author_id <> creator_id),
  CONSTRAINT reviews_reply_whole_check CHECK ((reply IS NULL) = (replied_at IS NULL)),
  CONSTRAINT reviews_reported_check CHECK ((report_count >= 0) AND ((report_count > 0) = (reported_at IS NOT NULL))),
  CONSTRAINT reviews_video_id_author_id_key UNIQUE (video_id, author_id)
);
CREATE INDEX reviews_creator_idx ON reviews (creator_id, created_at DESC, id DESC) WHERE shown;
CREATE INDEX reviews_hidden_idx ON reviews (hidden_at DESC, id DESC) WHERE hidden_at IS NOT NULL;
CREATE INDEX reviews_reported_idx ON reviews (reported_at DESC, id DESC) WHERE reported_at IS NOT NULL;
CREATE INDEX reviews_video_idx ON reviews (video_id, created_at DESC, id DESC) WHERE shown;

CREATE TABLE review_reports (
  review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text DEFAULT '' NOT NULL CHECK (length(reason) <= 500), created_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (review_id, reporter_id)
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

CREATE FUNCTION count_creator_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM add_figures(OLD.creator_id, -1, -OLD.rating, 0, 0); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM add_figures(NEW.creator_id, 1, NEW.rating, 0, 0); END IF;
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
    IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM count_review(OLD.video_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM count_review(NEW.video_id, NEW.rating, 1); END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION count_student() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    creator uuid := (SELECT creator_id FROM videos WHERE id = coalesce(NEW.video_id, OLD.video_id));
    student uuid := coalesce(NEW.consumer_id, OLD.consumer_id);
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('student ' || creator || ' ' || student, 0));
    IF EXISTS (SELECT FROM sales JOIN videos ON videos.id = video_id
      WHERE consumer_id = student AND status = 'completed' AND creator_id = creator) THEN
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
    UPDATE reviews SET has_access = NEW.status = 'completed'
      WHERE video_id = NEW.video_id AND author_id = NEW.consumer_id AND has_access <> (NEW.status = 'completed');
    RETURN NULL;
  END $$;

CREATE TRIGGER sales_new_review_access AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION review_access();
CREATE TRIGGER sales_review_access AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN ((old.status = 'completed') <> (new.status = 'completed')) EXECUTE FUNCTION review_access();
CREATE TRIGGER sales_student AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN ((old.status = 'completed') <> (new.status = 'completed')) EXECUTE FUNCTION count_student();
CREATE TRIGGER sales_student_delete AFTER DELETE ON sales FOR EACH ROW WHEN (old.status = 'completed')
  EXECUTE FUNCTION count_student();
CREATE TRIGGER sales_student_insert AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION count_student();
CREATE TRIGGER reviews_count AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((old.shown <> new.shown) OR (old.rating <> new.rating)) EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_creator_count AFTER INSERT OR DELETE ON reviews FOR EACH ROW
  EXECUTE FUNCTION count_creator_reviews();
CREATE TRIGGER reviews_creator_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((old.shown <> new.shown) OR (old.rating <> new.rating)) EXECUTE FUNCTION count_creator_reviews();
`)
    .execute(db);
}
