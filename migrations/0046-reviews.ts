import { type Kysely, sql } from "kysely";

const inShop =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/**
 * Reviews, and what they sum up to for each video: `review_count`, `rating_total` and `rating_counts` (one number for each of 1 to
 * 5) count the reviews that are shown, and `rating_rank` sorts by rating. Triggers keep them. A review is shown while its
 * author has a completed sale of the video and nobody hid it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    ALTER TABLE videos
      ADD review_count integer NOT NULL DEFAULT 0,
      ADD rating_total integer NOT NULL DEFAULT 0,
      ADD rating_counts integer[] NOT NULL DEFAULT '{0,0,0,0,0}',
      ADD rating_rank integer NOT NULL DEFAULT 0`);
  await run(
    `CREATE INDEX videos_rating_idx ON videos (rating_rank DESC, created_at DESC, id DESC) WHERE ${inShop}`,
  );
  await run(`
    CREATE TABLE reviews (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      video_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      author_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      text text NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      reply text CHECK (length(reply) BETWEEN 1 AND 2000),
      replied_at timestamptz(3),
      has_access boolean NOT NULL DEFAULT true,
      hidden_at timestamptz(3),
      hidden_reason text CHECK (length(hidden_reason) BETWEEN 1 AND 500),
      deleted_at timestamptz(3),
      report_count integer NOT NULL DEFAULT 0,
      reported_at timestamptz(3),
      shown boolean NOT NULL GENERATED ALWAYS AS (has_access AND hidden_at IS NULL AND deleted_at IS NULL) STORED,
      UNIQUE (video_id, author_id),
      CONSTRAINT reviews_own_check CHECK (author_id <> creator_id),
      CONSTRAINT reviews_reply_whole_check CHECK ((reply IS NULL) = (replied_at IS NULL)),
      CONSTRAINT reviews_hidden_whole_check CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
      CONSTRAINT reviews_reported_check CHECK (report_count >= 0 AND (report_count > 0) = (reported_at IS NOT NULL))
    )`);
  await run("CREATE INDEX reviews_video_idx ON reviews (video_id, created_at DESC, id DESC) WHERE shown");
  await run("CREATE INDEX reviews_creator_idx ON reviews (creator_id, created_at DESC, id DESC) WHERE shown");
  await run(
    "CREATE INDEX reviews_reported_idx ON reviews (reported_at DESC, id DESC) WHERE reported_at IS NOT NULL",
  );
  await run(
    "CREATE INDEX reviews_hidden_idx ON reviews (hidden_at DESC, id DESC) WHERE hidden_at IS NOT NULL",
  );
  await run(`
    CREATE TABLE review_reports (
      review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
      reporter_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (review_id, reporter_id)
    )`);
  // A mean of 4.0 over five reviews is assumed, so that one review of 5 does not outrank a hundred with 4.9.
  await run(`
    CREATE FUNCTION rating_rank_of(reviews integer, total integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN reviews = 0 THEN 0 ELSE (total::bigint + 20) * 1000 / (reviews + 5) END::integer
    $$`);
  await run(`
    CREATE FUNCTION count_review(video uuid, stars smallint, more integer) RETURNS void LANGUAGE sql AS $$
      UPDATE videos SET
        review_count = review_count + more,
        rating_total = rating_total + more * stars,
        rating_counts[stars] = rating_counts[stars] + more,
        rating_rank = rating_rank_of(review_count + more, rating_total + more * stars)
      WHERE id = video
    $$`);
  await run(`
    CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM count_review(OLD.video_id, OLD.rating, -1); END IF;
      IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM count_review(NEW.video_id, NEW.rating, 1); END IF;
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER reviews_count AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_reviews()`);
  await run(`
    CREATE TRIGGER reviews_count_changes AFTER UPDATE ON reviews FOR EACH ROW
      WHEN (OLD.shown <> NEW.shown OR OLD.rating <> NEW.rating) EXECUTE FUNCTION count_reviews()`);
  await run(`
    CREATE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE reviews SET has_access = NEW.status = 'completed'
        WHERE video_id = NEW.video_id AND author_id = NEW.consumer_id AND has_access <> (NEW.status = 'completed');
      RETURN NULL;
    END $$`);
  // Of one person and video at most one sale is completed (sales_one_completed_idx).
  await run(`
    CREATE TRIGGER sales_review_access AFTER UPDATE OF status ON sales FOR EACH ROW
      WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed')) EXECUTE FUNCTION review_access()`);
  await run(`
    CREATE TRIGGER sales_new_review_access AFTER INSERT ON sales FOR EACH ROW
      WHEN (NEW.status = 'completed') EXECUTE FUNCTION review_access()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TRIGGER sales_new_review_access ON sales");
  await run("DROP TRIGGER sales_review_access ON sales");
  await run("DROP TABLE review_reports, reviews");
  await run(
    "DROP FUNCTION review_access(), count_reviews(), count_review(uuid, smallint, integer), rating_rank_of(integer, integer)",
  );
  await run("ALTER TABLE videos DROP review_count, DROP rating_total, DROP rating_counts, DROP rating_rank");
}
