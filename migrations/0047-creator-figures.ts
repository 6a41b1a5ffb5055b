import { type Kysely, sql } from "kysely";

const inShop =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/**
 * What a creator's public page counts: reviews shown and the sum of their ratings, people with a completed sale of any of
 * their videos, videos for sale. Kept by triggers. The view `figure_violations` compares these, and those of each video, with the
 * rows that they count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE creator_figures (
      creator_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      review_count integer NOT NULL DEFAULT 0,
      rating_total integer NOT NULL DEFAULT 0,
      student_count integer NOT NULL DEFAULT 0,
      video_count integer NOT NULL DEFAULT 0
    )`);
  await run(`
    CREATE TABLE creator_students (
      creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      consumer_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      PRIMARY KEY (creator_id, consumer_id)
    )`);
  await run(`
    INSERT INTO creator_students SELECT DISTINCT creator_id, consumer_id FROM sales JOIN videos ON videos.id = video_id
      WHERE status = 'completed'`);
  await run(`
    INSERT INTO creator_figures (creator_id, student_count, video_count)
    SELECT id, coalesce(students, 0), coalesce(shown, 0) FROM users
      LEFT JOIN (SELECT creator_id, count(*) AS students FROM creator_students GROUP BY 1) s ON s.creator_id = id
      LEFT JOIN (SELECT creator_id, count(*) AS shown FROM videos WHERE ${inShop} GROUP BY 1) v ON v.creator_id = id
    WHERE coalesce(students, shown) IS NOT NULL`);
  await run(`
    CREATE FUNCTION add_figures(creator uuid, reviews integer, total integer, students integer, more_videos integer)
    RETURNS void LANGUAGE sql AS $$
      INSERT INTO creator_figures AS f VALUES (creator, reviews, total, students, more_videos)
      ON CONFLICT (creator_id) DO UPDATE SET
        review_count = f.review_count + reviews, rating_total = f.rating_total + total,
        student_count = f.student_count + students, video_count = f.video_count + more_videos
    $$`);

  await run(`
    CREATE FUNCTION count_creator_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM add_figures(OLD.creator_id, -1, -OLD.rating, 0, 0); END IF;
      IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM add_figures(NEW.creator_id, 1, NEW.rating, 0, 0); END IF;
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER reviews_creator_count AFTER INSERT OR DELETE ON reviews
      FOR EACH ROW EXECUTE FUNCTION count_creator_reviews()`);
  await run(`
    CREATE TRIGGER reviews_creator_count_changes AFTER UPDATE ON reviews FOR EACH ROW
      WHEN (OLD.shown <> NEW.shown OR OLD.rating <> NEW.rating) EXECUTE FUNCTION count_creator_reviews()`);

  // The lock makes two sales of one person to one creator, settled at once, see each other.
  await run(`
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
    END $$`);
  await run(`
    CREATE TRIGGER sales_student AFTER UPDATE OF status ON sales FOR EACH ROW
      WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed')) EXECUTE FUNCTION count_student()`);
  await run(`
    CREATE TRIGGER sales_student_insert AFTER INSERT ON sales FOR EACH ROW
      WHEN (NEW.status = 'completed') EXECUTE FUNCTION count_student()`);
  await run(`
    CREATE TRIGGER sales_student_delete AFTER DELETE ON sales FOR EACH ROW
      WHEN (OLD.status = 'completed') EXECUTE FUNCTION count_student()`);

  const counts = (rows: string, sign: string) =>
    `SELECT creator_id, ${sign}count(*) AS more FROM ${rows} WHERE ${inShop} GROUP BY creator_id`;
  for (const [event, tables, changes] of [
    ["insert", "NEW TABLE AS after", counts("after", "")],
    ["delete", "OLD TABLE AS before", counts("before", "-")],
    [
      "update",
      "NEW TABLE AS after OLD TABLE AS before",
      `${counts("after", "")} UNION ALL ${counts("before", "-")}`,
    ],
  ] as const) {
    await run(`
      CREATE FUNCTION count_creator_videos_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM add_figures(creator_id, 0, 0, 0, sum(more)::integer) FROM (${changes}) AS changes
          GROUP BY creator_id HAVING sum(more) <> 0 ORDER BY creator_id;
        RETURN NULL;
      END $$`);
    await run(`
      CREATE TRIGGER videos_creator_count_${event} AFTER ${event} ON videos REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION count_creator_videos_${event}()`);
  }

  await run(`
    CREATE VIEW figure_violations AS
    SELECT 'access' AS kind, r.id, r.has_access::text AS kept, (NOT r.has_access)::text AS there FROM reviews r
      WHERE r.has_access <> EXISTS (SELECT FROM sales s
        WHERE s.video_id = r.video_id AND s.consumer_id = r.author_id AND s.status = 'completed')
    UNION ALL
    SELECT 'video', v.id, ROW(v.review_count, v.rating_total, v.rating_counts, v.rating_rank)::text,
      ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))::text
      FROM videos v LEFT JOIN (
        SELECT video_id, count(*)::integer AS n, sum(rating)::integer AS total,
          ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
            count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)]::integer[] AS counts
        FROM reviews WHERE shown GROUP BY video_id) r ON r.video_id = v.id
      WHERE (v.review_count, v.rating_total, v.rating_counts, v.rating_rank) IS DISTINCT FROM
        (coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))
    UNION ALL
    SELECT 'creator', id, kept::text, there::text FROM (
      SELECT u.id,
        ROW(coalesce(f.review_count, 0), coalesce(f.rating_total, 0), coalesce(f.student_count, 0), coalesce(f.video_count, 0)) AS kept,
        ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(s.n, 0), coalesce(v.n, 0)) AS there
      FROM users u
        LEFT JOIN creator_figures f ON f.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(*)::integer AS n, sum(rating)::integer AS total FROM reviews WHERE shown GROUP BY 1) r
          ON r.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(DISTINCT consumer_id)::integer AS n FROM sales JOIN videos ON videos.id = video_id
          WHERE status = 'completed' GROUP BY 1) s ON s.creator_id = u.id
        LEFT JOIN (SELECT creator_id, count(*)::integer AS n FROM videos WHERE ${inShop} GROUP BY 1) v ON v.creator_id = u.id
    ) AS figures WHERE kept <> there`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP VIEW figure_violations");
  for (const event of ["insert", "delete", "update"]) {
    await run(`DROP TRIGGER videos_creator_count_${event} ON videos`);
    await run(`DROP FUNCTION count_creator_videos_${event}()`);
  }
  for (const trigger of ["sales_student", "sales_student_insert", "sales_student_delete"])
    await run(`DROP TRIGGER ${trigger} ON sales`);
  await run("DROP TRIGGER reviews_creator_count ON reviews");
  await run("DROP TRIGGER reviews_creator_count_changes ON reviews");
  await run("DROP FUNCTION count_student(), count_creator_reviews()");
  await run("DROP FUNCTION add_figures(uuid, integer, integer, integer, integer)");
  await run("DROP TABLE creator_students, creator_figures");
}
