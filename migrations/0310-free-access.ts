import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/**
 * Access without a purchase, and one rule for which of several facts gives it
 * (docs/decisions/0195-access-follows-its-facts.md). The application adds facts; only triggers of the owner write
 * grants. `access_claims` lists every fact that gives access now, `settle_access` makes the best of a person and
 * product their one active grant, in whatever order the facts come.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE access_grants ADD source_id uuid CONSTRAINT access_grants_source_key UNIQUE;
COMMENT ON COLUMN access_grants.source_id IS 'The row that the access is given for, in the table of its reason; null for sales.';

-- The trigger copies the terms of the coupon and the price: the application names person, product and coupon.
CREATE TABLE free_accesses (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  coupon_id uuid NOT NULL REFERENCES coupons ON DELETE RESTRICT,
  code text NOT NULL, percent smallint, amount_cents integer, list_price_cents integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT free_accesses_person_product_key UNIQUE (user_id, product_id),
  CONSTRAINT free_accesses_free_check CHECK (list_price_cents
    - coalesce(amount_cents, floor((list_price_cents::bigint * percent + 50) / 100)) < 50)
);
CREATE INDEX free_accesses_coupon_idx ON free_accesses (coupon_id, user_id);
CREATE INDEX free_accesses_recent_idx ON free_accesses (user_id, created_at);

CREATE FUNCTION take_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    product record;
    coupon record;
  BEGIN
    SELECT creator_id, price_cents INTO product FROM videos WHERE id = NEW.product_id AND published_at IS NOT NULL
      AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended FOR SHARE;
    UPDATE coupons SET used = used + 1 WHERE id = NEW.coupon_id AND ended_at IS NULL
        AND (max_uses IS NULL OR used < max_uses)
        AND (starts_at IS NULL OR starts_at <= NEW.created_at) AND (ends_at IS NULL OR NEW.created_at < ends_at)
        AND (cardinality(video_ids) = 0 OR NEW.product_id = ANY(video_ids))
        AND creator_id = product.creator_id AND creator_id <> NEW.user_id
      RETURNING code, percent, amount_cents INTO coupon;
    IF coupon.code IS NULL THEN ${refuse("the coupon does not give this product", "free_accesses_coupon")}; END IF;
    NEW.code := coupon.code;
    NEW.percent := coupon.percent;
    NEW.amount_cents := coupon.amount_cents;
    NEW.list_price_cents := product.price_cents;
    RETURN NEW;
  END $$;
CREATE TRIGGER free_accesses_take BEFORE INSERT ON free_accesses FOR EACH ROW EXECUTE FUNCTION take_free_access();
CREATE TRIGGER free_accesses_refuse_erased AFTER INSERT ON free_accesses FOR EACH ROW
  EXECUTE FUNCTION refuse_erased('user_id');

-- The best has the lowest rank: what was paid for before what was given.
CREATE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed'
  UNION ALL
  SELECT user_id, product_id, 4, 'coupon', NULL, id, created_at FROM free_accesses;

CREATE FUNCTION settle_access(person uuid, product uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    best record;
  BEGIN
    -- Held last of all locks, and one per transaction. Statements after it read what was committed before it was given.
    PERFORM pg_advisory_xact_lock(hashtextextended('access ' || person || ' ' || product, 0));
    SELECT * INTO best FROM access_claims WHERE user_id = person AND product_id = product
      ORDER BY rank, since, coalesce(sale_id, source_id) LIMIT 1;
    UPDATE access_grants SET revoked_at = now(),
        revoke_reason = CASE WHEN best.reason IS NULL THEN 'withdrawn' ELSE 'replaced' END
      WHERE user_id = person AND product_id = product AND revoked_at IS NULL
        AND (sale_id, source_id) IS DISTINCT FROM (best.sale_id, best.source_id);
    IF best.reason IS NULL THEN RETURN; END IF;
    UPDATE access_grants SET revoked_at = NULL, revoke_reason = NULL
      WHERE user_id = person AND product_id = product AND reason = best.reason
        AND (sale_id, source_id) IS NOT DISTINCT FROM (best.sale_id, best.source_id);
    IF FOUND THEN RETURN; END IF;
    INSERT INTO access_grants (user_id, product_id, reason, sale_id, source_id, granted_at)
      VALUES (person, product, best.reason, best.sale_id, best.source_id, best.since);
  END $$;
REVOKE ALL ON FUNCTION settle_access(uuid, uuid) FROM PUBLIC;

CREATE FUNCTION grant_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM settle_access(NEW.user_id, NEW.product_id);
    RETURN NULL;
  END $$;
CREATE TRIGGER free_accesses_grant AFTER INSERT ON free_accesses FOR EACH ROW EXECUTE FUNCTION grant_free_access();

CREATE OR REPLACE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.status = 'completed' THEN
      PERFORM settle_access(NEW.consumer_id, NEW.video_id);
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
      IF FOUND THEN PERFORM settle_access(NEW.consumer_id, NEW.video_id); END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE OR REPLACE VIEW access_violations AS
  SELECT 'access: grant without its completed sale' AS what, g.id::text AS id FROM access_grants g
    LEFT JOIN sales s ON s.id = g.sale_id
    WHERE g.reason = 'sale' AND g.revoked_at IS NULL
      AND (s.status, s.consumer_id, s.video_id) IS DISTINCT FROM ('completed', g.user_id, g.product_id)
  UNION ALL
  SELECT 'access: completed sale without its grant', s.id::text FROM sales s
    WHERE s.status = 'completed'
      AND NOT EXISTS (SELECT FROM access_grants g WHERE g.sale_id = s.id AND g.revoked_at IS NULL)
  UNION ALL
  SELECT 'access: status differs from the facts', id::text FROM (${statusByFacts}) facts WHERE status <> expected
  UNION ALL
  SELECT 'access: grant without what it is given for', g.id::text FROM access_grants g
    WHERE g.reason <> 'sale' AND g.revoked_at IS NULL AND NOT EXISTS (
      SELECT FROM access_claims c WHERE c.reason = g.reason AND c.user_id = g.user_id AND c.product_id = g.product_id
        AND c.reason <> 'sale' AND (c.sale_id, c.source_id) IS NOT DISTINCT FROM (g.sale_id, g.source_id))
  UNION ALL
  SELECT 'access: given and not granted', coalesce(c.source_id, c.sale_id)::text FROM access_claims c
    WHERE c.reason <> 'sale' AND NOT EXISTS (SELECT FROM access_grants g
      WHERE g.user_id = c.user_id AND g.product_id = c.product_id AND g.revoked_at IS NULL)
  UNION ALL
  SELECT 'access: free by the coupon of another creator', f.id::text FROM free_accesses f
    JOIN coupons c ON c.id = f.coupon_id JOIN videos v ON v.id = f.product_id
    WHERE c.creator_id IS DISTINCT FROM v.creator_id OR v.creator_id = f.user_id;

-- Whether the author's access was paid for, by them or by who gave it: others do not count into the stars. Set by
-- triggers; a review without access counts nowhere.
ALTER TABLE reviews ADD bought boolean DEFAULT true NOT NULL;
CREATE OR REPLACE TRIGGER reviews_announce_shown_pages AFTER INSERT OR DELETE
  OR UPDATE OF rating, text, created_at, reply, replied_at, has_access, bought, hidden_at, deleted_at ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages();

CREATE FUNCTION reviews_know_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.bought := NOT EXISTS (SELECT FROM access_grants WHERE user_id = NEW.author_id AND product_id = NEW.video_id
      AND revoked_at IS NULL AND reason NOT IN ('sale', 'gift'));
    RETURN NEW;
  END $$;
CREATE TRIGGER reviews_know_purchase BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_know_purchase();

CREATE OR REPLACE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE reviews SET has_access = NEW.revoked_at IS NULL,
        bought = CASE WHEN NEW.revoked_at IS NULL THEN NEW.reason IN ('sale', 'gift') ELSE bought END
      WHERE video_id = NEW.product_id AND author_id = NEW.user_id AND (has_access, bought) IS DISTINCT FROM
        (NEW.revoked_at IS NULL, CASE WHEN NEW.revoked_at IS NULL THEN NEW.reason IN ('sale', 'gift') ELSE bought END);
    RETURN NULL;
  END $$;

CREATE OR REPLACE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown AND OLD.bought THEN PERFORM count_review(OLD.video_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown AND NEW.bought THEN PERFORM count_review(NEW.video_id, NEW.rating, 1); END IF;
    RETURN NULL;
  END $$;
CREATE OR REPLACE FUNCTION count_creator_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown AND OLD.bought THEN PERFORM add_figures(OLD.creator_id, -1, -OLD.rating, 0, 0); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown AND NEW.bought THEN PERFORM add_figures(NEW.creator_id, 1, NEW.rating, 0, 0); END IF;
    RETURN NULL;
  END $$;
CREATE OR REPLACE TRIGGER reviews_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN (((old.shown AND old.bought) <> (new.shown AND new.bought)) OR (old.rating <> new.rating))
  EXECUTE FUNCTION count_reviews();
CREATE OR REPLACE TRIGGER reviews_creator_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN (((old.shown AND old.bought) <> (new.shown AND new.bought)) OR (old.rating <> new.rating))
  EXECUTE FUNCTION count_creator_reviews();

${figureViolations("shown AND bought", "UNION ALL SELECT 'bought', r.id, r.bought::text, (NOT r.bought)::text FROM reviews r WHERE r.has_access AND r.bought = EXISTS (SELECT FROM access_grants g WHERE g.product_id = r.video_id AND g.user_id = r.author_id AND g.revoked_at IS NULL AND g.reason NOT IN ('sale', 'gift'))")};
`)
    .execute(db);
}

/** The status that a paid sale must have: `decideSaleStatus` in SQL, as in 0252. */
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

/** The view of 0252 that compares running figures with the rows, with the condition of counted reviews. */
function figureViolations(counted: string, more: string): string {
  return `
CREATE OR REPLACE VIEW figure_violations AS
SELECT 'access' AS kind, r.id, r.has_access::text AS kept, (NOT r.has_access)::text AS there FROM reviews r
  WHERE r.has_access <> EXISTS (SELECT FROM access_grants g
    WHERE g.product_id = r.video_id AND g.user_id = r.author_id AND g.revoked_at IS NULL)
UNION ALL
SELECT 'video', v.id, ROW(v.review_count, v.rating_total, v.rating_counts, v.rating_rank)::text,
  ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))::text
  FROM videos v LEFT JOIN (
    SELECT video_id, count(*)::integer AS n, sum(rating)::integer AS total,
      ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
        count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)]::integer[] AS counts
    FROM reviews WHERE ${counted} GROUP BY video_id) r ON r.video_id = v.id
  WHERE (v.review_count, v.rating_total, v.rating_counts, v.rating_rank) IS DISTINCT FROM
    (coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))
UNION ALL
SELECT 'creator', id, kept::text, there::text FROM (
  SELECT u.id,
    ROW(coalesce(f.review_count, 0), coalesce(f.rating_total, 0), coalesce(f.student_count, 0), coalesce(f.video_count, 0)) AS kept,
    ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(s.n, 0), coalesce(v.n, 0)) AS there
  FROM users u
    LEFT JOIN creator_figures f ON f.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(*)::integer AS n, sum(rating)::integer AS total FROM reviews WHERE ${counted} GROUP BY 1) r
      ON r.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(DISTINCT user_id)::integer AS n FROM access_grants JOIN videos ON videos.id = product_id
      WHERE revoked_at IS NULL GROUP BY 1) s ON s.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(*)::integer AS n FROM videos WHERE published_at IS NOT NULL AND deleted_at IS NULL
      AND suspended_at IS NULL AND NOT creator_suspended GROUP BY 1) v ON v.creator_id = u.id
) AS figures WHERE kept <> there
${more}`;
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${figureViolations("shown", "")};
CREATE OR REPLACE TRIGGER reviews_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((old.shown <> new.shown) OR (old.rating <> new.rating)) EXECUTE FUNCTION count_reviews();
CREATE OR REPLACE TRIGGER reviews_creator_count_changes AFTER UPDATE ON reviews FOR EACH ROW
  WHEN ((old.shown <> new.shown) OR (old.rating <> new.rating)) EXECUTE FUNCTION count_creator_reviews();
CREATE OR REPLACE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM count_review(OLD.video_id, OLD.rating, -1); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM count_review(NEW.video_id, NEW.rating, 1); END IF;
    RETURN NULL;
  END $$;
CREATE OR REPLACE FUNCTION count_creator_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' AND OLD.shown THEN PERFORM add_figures(OLD.creator_id, -1, -OLD.rating, 0, 0); END IF;
    IF TG_OP <> 'DELETE' AND NEW.shown THEN PERFORM add_figures(NEW.creator_id, 1, NEW.rating, 0, 0); END IF;
    RETURN NULL;
  END $$;
CREATE OR REPLACE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE reviews SET has_access = (NEW.revoked_at IS NULL)
      WHERE video_id = NEW.product_id AND author_id = NEW.user_id AND has_access <> (NEW.revoked_at IS NULL);
    RETURN NULL;
  END $$;
CREATE OR REPLACE TRIGGER reviews_announce_shown_pages AFTER INSERT OR DELETE
  OR UPDATE OF rating, text, created_at, reply, replied_at, has_access, hidden_at, deleted_at ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages();
DROP TRIGGER reviews_know_purchase ON reviews;
DROP FUNCTION reviews_know_purchase();
ALTER TABLE reviews DROP COLUMN bought;
CREATE OR REPLACE VIEW access_violations AS
  SELECT 'access: grant without its completed sale' AS what, g.id::text AS id FROM access_grants g
    LEFT JOIN sales s ON s.id = g.sale_id
    WHERE g.reason = 'sale' AND g.revoked_at IS NULL
      AND (s.status, s.consumer_id, s.video_id) IS DISTINCT FROM ('completed', g.user_id, g.product_id)
  UNION ALL
  SELECT 'access: completed sale without its grant', s.id::text FROM sales s
    WHERE s.status = 'completed'
      AND NOT EXISTS (SELECT FROM access_grants g WHERE g.sale_id = s.id AND g.revoked_at IS NULL)
  UNION ALL
  SELECT 'access: status differs from the facts', id::text FROM (${statusByFacts}) facts WHERE status <> expected;
CREATE OR REPLACE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.status = 'completed' THEN
      UPDATE access_grants SET revoked_at = now(), revoke_reason = 'replaced'
        WHERE user_id = NEW.consumer_id AND product_id = NEW.video_id AND revoked_at IS NULL
          AND sale_id IS DISTINCT FROM NEW.id;
      INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
        VALUES (NEW.consumer_id, NEW.video_id, 'sale', NEW.id, NEW.completed_at)
        ON CONFLICT (sale_id) DO UPDATE SET revoked_at = NULL, revoke_reason = NULL;
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
    END IF;
    RETURN NULL;
  END $$;
DROP FUNCTION settle_access(uuid, uuid);
DROP VIEW access_claims;
DROP TABLE free_accesses;
DROP FUNCTION take_free_access(), grant_free_access();
ALTER TABLE access_grants DROP COLUMN source_id;
`)
    .execute(db);
}
