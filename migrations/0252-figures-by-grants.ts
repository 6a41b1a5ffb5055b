import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const forSale =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/** The status that a paid sale must have: `decideSaleStatus` in SQL. */
const statusByFacts = `
  SELECT sale.id, sale.status, CASE
    WHEN sale.duplicate THEN CASE WHEN back.cents >= sale.amount_cents THEN 'refunded' ELSE 'processing' END
    WHEN disputed.open THEN 'disputed'
    WHEN back.cents >= sale.amount_cents THEN 'refunded'
    ELSE 'completed' END AS expected
  FROM sales sale
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM refunds
    WHERE sale_id = sale.id AND status IN ('requested', 'pending', 'succeeded')
  ) refunded
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(status = 'open'), false) AS open,
      coalesce(sum(amount_cents) FILTER (WHERE status = 'lost'), 0)::bigint AS lost FROM disputes WHERE sale_id = sale.id
  ) disputed
  CROSS JOIN LATERAL (SELECT refunded.cents + disputed.lost AS cents) back
  WHERE sale.paid_at IS NOT NULL`;

/** The nightly audit, which records what it found (0010), with what `more` selects. */
const runAudit = (more: string) => `
CREATE OR REPLACE FUNCTION ledger_run_audit() RETURNS TABLE (what text, id text, off_by_cents bigint) LANGUAGE plpgsql
SECURITY DEFINER SET ${path} AS $$
#variable_conflict use_column
DECLARE
  proof bigint;
  errors bigint;
BEGIN
  CREATE TEMPORARY TABLE ledger_found ON COMMIT DROP AS SELECT * FROM (
    SELECT * FROM ledger_audit()
    UNION ALL
    SELECT 'audit: day differs from its anchor', to_char(day, 'YYYY-MM-DD'), 0::bigint FROM ledger_check_anchors()
    WHERE NOT is_same
    ${more}
  ) AS found LIMIT 500;
  GET DIAGNOSTICS errors = ROW_COUNT;
  proof := ledger_end_proof(true, true, errors);
  DELETE FROM ledger_proof_findings;
  INSERT INTO ledger_proof_findings SELECT proof, f.what, f.id, f.off_by_cents FROM pg_temp.ledger_found f;
  RETURN QUERY SELECT * FROM pg_temp.ledger_found;
END $$;`;

/** The view that compares running figures with the rows (0011), by the sales or the grants that give access. */
const figureViolations = (access: string, students: string) => `
CREATE OR REPLACE VIEW figure_violations AS
SELECT 'access' AS kind, r.id, r.has_access::text AS kept, (NOT r.has_access)::text AS there FROM reviews r
  WHERE r.has_access <> EXISTS (${access})
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
    LEFT JOIN (${students}) s ON s.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(*)::integer AS n FROM videos WHERE ${forSale} GROUP BY 1) v ON v.creator_id = u.id
) AS figures WHERE kept <> there`;

/** Counts a creator's students again, after a change of a row that gives access. */
const countStudent = (person: string, video: string, table: string, active: string) => `
CREATE OR REPLACE FUNCTION count_student() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    creator uuid := (SELECT creator_id FROM videos WHERE id = coalesce(NEW.${video}, OLD.${video}));
    student uuid := coalesce(NEW.${person}, OLD.${person});
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('student ' || creator || ' ' || student, 0));
    IF EXISTS (SELECT FROM ${table} JOIN videos ON videos.id = ${video}
      WHERE ${person} = student AND ${active} AND creator_id = creator) THEN
      INSERT INTO creator_students VALUES (creator, student) ON CONFLICT DO NOTHING;
      IF FOUND THEN PERFORM add_figures(creator, 0, 0, 1, 0); END IF;
    ELSE
      DELETE FROM creator_students WHERE creator_id = creator AND consumer_id = student;
      IF FOUND THEN PERFORM add_figures(creator, 0, 0, -1, 0); END IF;
    END IF;
    RETURN NULL;
  END $$;`;

/** Shows or hides a person's review of a video, after a change of a row that gives access. */
const reviewAccess = (person: string, video: string, active: string) => `
CREATE OR REPLACE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE reviews SET has_access = (${active})
      WHERE video_id = NEW.${video} AND author_id = NEW.${person} AND has_access <> (${active});
    RETURN NULL;
  END $$;`;

const run = (db: Kysely<unknown>, ...statements: string[]) => sql.raw(statements.join("\n")).execute(db);

/**
 * The reviews that are shown and the number of a creator's students follow the grants. Each night `access_violations`
 * compares grants with sales, and sales with their facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `
DROP TRIGGER sales_new_review_access ON sales;
DROP TRIGGER sales_review_access ON sales;
DROP TRIGGER sales_student ON sales;
DROP TRIGGER sales_student_delete ON sales;
DROP TRIGGER sales_student_insert ON sales;`,
    reviewAccess("user_id", "product_id", "NEW.revoked_at IS NULL"),
    countStudent("user_id", "product_id", "access_grants", "revoked_at IS NULL"),
    `
CREATE TRIGGER access_grants_review_insert AFTER INSERT ON access_grants FOR EACH ROW WHEN (new.revoked_at IS NULL)
  EXECUTE FUNCTION review_access();
CREATE TRIGGER access_grants_review AFTER UPDATE OF revoked_at ON access_grants FOR EACH ROW
  WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION review_access();
CREATE TRIGGER access_grants_student_insert AFTER INSERT ON access_grants FOR EACH ROW WHEN (new.revoked_at IS NULL)
  EXECUTE FUNCTION count_student();
CREATE TRIGGER access_grants_student AFTER UPDATE OF revoked_at ON access_grants FOR EACH ROW
  WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION count_student();
CREATE TRIGGER access_grants_student_delete AFTER DELETE ON access_grants FOR EACH ROW WHEN (old.revoked_at IS NULL)
  EXECUTE FUNCTION count_student();

CREATE VIEW access_violations AS
  SELECT 'access: grant without its completed sale' AS what, g.id::text AS id FROM access_grants g
    LEFT JOIN sales s ON s.id = g.sale_id
    WHERE g.reason = 'sale' AND g.revoked_at IS NULL
      AND (s.status, s.consumer_id, s.video_id) IS DISTINCT FROM ('completed', g.user_id, g.product_id)
  UNION ALL
  SELECT 'access: completed sale without its grant', s.id::text FROM sales s
    WHERE s.status = 'completed'
      AND NOT EXISTS (SELECT FROM access_grants g WHERE g.sale_id = s.id AND g.revoked_at IS NULL)
  UNION ALL
  SELECT 'access: status differs from the facts', id::text FROM (${statusByFacts}) facts WHERE status <> expected;`,
    runAudit("UNION ALL SELECT 'audit: ' || what, id, 0::bigint FROM access_violations"),
    figureViolations(
      `SELECT FROM access_grants g WHERE g.product_id = r.video_id AND g.user_id = r.author_id AND g.revoked_at IS NULL`,
      `SELECT creator_id, count(DISTINCT user_id)::integer AS n FROM access_grants JOIN videos ON videos.id = product_id
        WHERE revoked_at IS NULL GROUP BY 1`,
    ),
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    figureViolations(
      "SELECT FROM sales s WHERE s.video_id = r.video_id AND s.consumer_id = r.author_id AND s.status = 'completed'",
      `SELECT creator_id, count(DISTINCT consumer_id)::integer AS n FROM sales JOIN videos ON videos.id = video_id
        WHERE status = 'completed' GROUP BY 1`,
    ).concat(";"),
    runAudit(""),
    `
DROP VIEW access_violations;
DROP TRIGGER access_grants_review_insert ON access_grants;
DROP TRIGGER access_grants_review ON access_grants;
DROP TRIGGER access_grants_student_insert ON access_grants;
DROP TRIGGER access_grants_student ON access_grants;
DROP TRIGGER access_grants_student_delete ON access_grants;`,
    reviewAccess("consumer_id", "video_id", "NEW.status = 'completed'"),
    countStudent("consumer_id", "video_id", "sales", "status = 'completed'"),
    `
CREATE TRIGGER sales_new_review_access AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION review_access();
CREATE TRIGGER sales_review_access AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN ((old.status = 'completed') <> (new.status = 'completed')) EXECUTE FUNCTION review_access();
CREATE TRIGGER sales_student AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN ((old.status = 'completed') <> (new.status = 'completed')) EXECUTE FUNCTION count_student();
CREATE TRIGGER sales_student_delete AFTER DELETE ON sales FOR EACH ROW WHEN (old.status = 'completed')
  EXECUTE FUNCTION count_student();
CREATE TRIGGER sales_student_insert AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION count_student();`,
  );
}
