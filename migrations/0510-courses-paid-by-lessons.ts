import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/**
 * A course whose lessons have paid for it costs nothing (docs/decisions/0290-lessons-that-paid-for-their-course.md): a
 * free access that holds as long as the counted sales cover the price at which it was taken. The trigger reads what
 * counts; the application names person, course and the sum that it showed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE access_grants DROP CONSTRAINT access_grants_reason_check;
ALTER TABLE access_grants ADD CONSTRAINT access_grants_reason_check
  CHECK (reason IN ('sale', 'gift', 'lessons', 'free', 'coupon', 'guest')) NOT VALID;

ALTER TABLE free_accesses ADD credit_cents integer CHECK (credit_cents > 0);
COMMENT ON COLUMN free_accesses.credit_cents IS 'What the lessons of a course had paid for it; null if the course was not taken for that.';
ALTER TABLE free_accesses DROP CONSTRAINT free_accesses_reason_check;
ALTER TABLE free_accesses ADD CONSTRAINT free_accesses_reason_check CHECK (
  CASE WHEN credit_cents IS NOT NULL THEN num_nonnulls(coupon_id, code, percent, amount_cents) = 0
      AND list_price_cents > 0 AND list_price_cents - credit_cents < 50
    WHEN coupon_id IS NULL THEN num_nonnulls(code, percent, amount_cents) = 0 AND list_price_cents = 0
    ELSE code IS NOT NULL END) NOT VALID;
-- Taken again after it ended, a course has another row. The key of before becomes an index of the other kinds.
ALTER TABLE free_accesses DROP CONSTRAINT free_accesses_person_product_key;
-- locks: nothing was released with this table
CREATE UNIQUE INDEX free_accesses_person_product_key ON free_accesses (user_id, product_id) WHERE credit_cents IS NULL;
-- locks: as above
CREATE INDEX free_accesses_by_lessons_idx ON free_accesses (user_id, product_id) WHERE credit_cents IS NOT NULL;

-- amount_cents: what was paid for the lesson and not returned when the course was taken.
CREATE TABLE free_access_credits (
  access_id uuid NOT NULL REFERENCES free_accesses ON DELETE RESTRICT,
  sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0),
  PRIMARY KEY (access_id, sale_id)
);
CREATE INDEX free_access_credits_sale_idx ON free_access_credits (sale_id);
CREATE TRIGGER free_access_credits_frozen BEFORE UPDATE ON free_access_credits FOR EACH ROW EXECUTE FUNCTION refuse_frozen();

-- What the counted sales of a course that was taken for nothing still pay for it, in cents.
CREATE FUNCTION counted_cents(access uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(least(c.amount_cents, s.amount_cents
    - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.sale_id = s.id
        AND status IN ('requested', 'pending', 'succeeded')), 0)
    - coalesce((SELECT sum(amount_cents) FROM disputes WHERE disputes.sale_id = s.id AND status = 'lost'), 0))), 0)::bigint
  FROM free_access_credits c JOIN sales s ON s.id = c.sale_id
  WHERE c.access_id = access AND s.status = 'completed' AND NOT s.duplicate
$$;

${takeFreeAccess(true)}

CREATE OR REPLACE FUNCTION grant_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.credit_cents IS NOT NULL THEN
      INSERT INTO free_access_credits (access_id, sale_id, amount_cents)
        SELECT NEW.id, sale_id, amount_cents FROM course_credits(NEW.user_id, NEW.product_id);
    END IF;
    PERFORM settle_access(NEW.user_id, NEW.product_id);
    RETURN NULL;
  END $$;

${accessClaims(true)}

-- Each settling of a sale updates its status last, also if only a part went back and the status stays.
CREATE FUNCTION settle_counted_courses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    taken record;
  BEGIN
    -- A course before its lessons (docs/decisions/0283-one-order-of-locks.md): this runs before the sale's own grant.
    PERFORM FROM videos WHERE id IN (SELECT f.product_id FROM free_access_credits c
      JOIN free_accesses f ON f.id = c.access_id WHERE c.sale_id = NEW.id) ORDER BY id FOR NO KEY UPDATE;
    FOR taken IN SELECT f.id, f.user_id, f.product_id, f.list_price_cents - counted_cents(f.id) < 50 AS holds
        FROM free_access_credits c JOIN free_accesses f ON f.id = c.access_id
        WHERE c.sale_id = NEW.id ORDER BY f.product_id, f.id LOOP
      IF NOT taken.holds THEN
        UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
            revoke_reason = CASE WHEN NEW.status = 'disputed' THEN 'disputed' ELSE 'refunded' END
          WHERE source_id = taken.id AND (revoked_at IS NULL OR revoke_reason = 'disputed');
      END IF;
      PERFORM settle_access(taken.user_id, taken.product_id);
    END LOOP;
    RETURN NULL;
  END $$;
CREATE TRIGGER sales_counted_courses AFTER UPDATE OF status ON sales FOR EACH ROW WHEN (old.completed_at IS NOT NULL)
  EXECUTE FUNCTION settle_counted_courses();

${isCovered(true)}

-- Such access was paid for: its reviews count.
CREATE OR REPLACE FUNCTION reviews_know_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.bought := NOT EXISTS (SELECT FROM access_grants WHERE user_id = NEW.author_id AND product_id = NEW.video_id
      AND revoked_at IS NULL AND reason NOT IN (${paidReasons(true)}));
    RETURN NEW;
  END $$;
${reviewAccess(true)}
${figureViolations(true)}
`)
    .execute(db);
}

const paidReasons = (withLessons: boolean) => `'sale', 'gift'${withLessons ? ", 'lessons'" : ""}`;

/** The trigger function of 0007-access, with and without courses that their lessons have paid for. */
function takeFreeAccess(withLessons: boolean): string {
  const lessons = `IF NEW.credit_cents IS NOT NULL THEN
      -- A refund of the same moment waits, or is seen here.
      PERFORM pg_advisory_xact_lock(hashtextextended('sale ' || NEW.user_id, 0));
      IF product.price_cents IS NULL OR product.price_cents = 0 OR product.creator_id = NEW.user_id
        OR (SELECT sum(amount_cents) FROM course_credits(NEW.user_id, NEW.product_id)) IS DISTINCT FROM NEW.credit_cents
        OR product.price_cents - NEW.credit_cents >= 50
      THEN ${refuse("the lessons have not paid for this course", "free_accesses_lessons")}; END IF;
      NEW.coupon_id := NULL;
      NEW.code := NULL;
      NEW.percent := NULL;
      NEW.amount_cents := NULL;
      NEW.list_price_cents := product.price_cents;
      RETURN NEW;
    END IF;
    `;
  return `CREATE OR REPLACE FUNCTION take_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    product record;
    coupon record;
  BEGIN
    SELECT creator_id, price_cents INTO product FROM videos WHERE id = NEW.product_id AND published_at IS NOT NULL
      AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended FOR SHARE;
    ${withLessons ? lessons : ""}IF NEW.coupon_id IS NULL THEN
      IF product.price_cents IS DISTINCT FROM 0 OR product.creator_id = NEW.user_id THEN
        ${refuse("the product is not free for this person", "free_accesses_free")};
      END IF;
      NEW.code := NULL;
      NEW.percent := NULL;
      NEW.amount_cents := NULL;
      NEW.list_price_cents := 0;
      RETURN NEW;
    END IF;
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
  END $$;`;
}

/** The view of 0007-access. The ranks leave room for access by lessons. */
function accessClaims(withLessons: boolean): string {
  const ofLessons = `
  UNION ALL
  SELECT user_id, product_id, 3, 'lessons', NULL, id, created_at FROM free_accesses
    WHERE credit_cents IS NOT NULL AND list_price_cents - counted_cents(id) < 50`;
  const given = withLessons ? " WHERE credit_cents IS NULL" : "";
  return `CREATE OR REPLACE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed' AND NOT is_gift
  UNION ALL
  SELECT gifts.taken_by, sales.video_id, 2, 'gift', sales.id, NULL, gifts.taken_at FROM gifts JOIN sales ON sales.id = gifts.sale_id
    WHERE gifts.taken_by IS NOT NULL AND sales.status = 'completed'${withLessons ? ofLessons : ""}
  UNION ALL
  SELECT taken_by, product_id, ${withLessons ? 4 : 3}, 'guest', NULL, id, taken_at FROM guest_invitations
    WHERE taken_by IS NOT NULL AND revoked_at IS NULL
  UNION ALL
  SELECT user_id, product_id, ${withLessons ? 5 : 4}, CASE WHEN coupon_id IS NULL THEN 'free' ELSE 'coupon' END, NULL, id,
    created_at FROM free_accesses${given};`;
}

/**
 * The function of 0006-orders. A lesson whose purchase was begun before its course was taken for nothing, and is paid
 * later, is paid for a second time as well.
 */
function isCovered(byLessons: boolean): string {
  const taken = `
  OR EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN free_accesses f ON f.user_id = s.consumer_id AND f.product_id = l.course_id AND f.credit_cents IS NOT NULL
    WHERE s.id = lesson_sale AND NOT s.is_gift AND s.created_at <= f.created_at
      AND l.added_at <= f.created_at AND (l.removed_at IS NULL OR f.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM free_access_credits WHERE access_id = f.id AND sale_id = s.id)
      AND f.list_price_cents - counted_cents(f.id) < 50)`;
  return `
CREATE OR REPLACE FUNCTION is_covered(lesson_sale uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN sales c ON c.video_id = l.course_id AND c.consumer_id = s.consumer_id
    WHERE s.id = lesson_sale AND c.paid_at IS NOT NULL AND NOT c.duplicate AND c.status IN ('completed', 'disputed')
      AND c.rebuilt_at IS NULL AND l.added_at <= c.created_at AND (l.removed_at IS NULL OR c.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM sale_credits WHERE sale_id = c.id AND credited_sale_id = s.id)
      AND NOT s.is_gift AND NOT c.is_gift)${byLessons ? taken : ""}
$$;`;
}

/** The trigger function of 0008-learners. */
const reviewAccess = (withLessons: boolean) => {
  const isPaid = `NEW.reason IN (${paidReasons(withLessons)})`;
  return `
CREATE OR REPLACE FUNCTION review_access() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE reviews SET has_access = NEW.revoked_at IS NULL,
        bought = CASE WHEN NEW.revoked_at IS NULL THEN ${isPaid} ELSE bought END
      WHERE video_id = NEW.product_id AND author_id = NEW.user_id AND (has_access, bought) IS DISTINCT FROM
        (NEW.revoked_at IS NULL, CASE WHEN NEW.revoked_at IS NULL THEN ${isPaid} ELSE bought END);
    RETURN NULL;
  END $$;`;
};

/** The view of 0014-counts that compares running figures with the rows. */
function figureViolations(withLessons: boolean): string {
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
    FROM reviews WHERE shown AND bought GROUP BY video_id) r ON r.video_id = v.id
  WHERE (v.review_count, v.rating_total, v.rating_counts, v.rating_rank) IS DISTINCT FROM
    (coalesce(r.n, 0), coalesce(r.total, 0), coalesce(r.counts, '{0,0,0,0,0}'), rating_rank_of(coalesce(r.n, 0), coalesce(r.total, 0)))
UNION ALL
SELECT 'creator', id, kept::text, there::text FROM (
  SELECT u.id,
    ROW(coalesce(f.review_count, 0), coalesce(f.rating_total, 0), coalesce(f.student_count, 0), coalesce(f.video_count, 0)) AS kept,
    ROW(coalesce(r.n, 0), coalesce(r.total, 0), coalesce(s.n, 0), coalesce(v.n, 0)) AS there
  FROM users u
    LEFT JOIN creator_figures f ON f.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(*)::integer AS n, sum(rating)::integer AS total FROM reviews
      WHERE shown AND bought GROUP BY 1) r ON r.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(DISTINCT user_id)::integer AS n FROM access_grants JOIN videos ON videos.id = product_id
      WHERE revoked_at IS NULL GROUP BY 1) s ON s.creator_id = u.id
    LEFT JOIN (SELECT creator_id, count(*)::integer AS n FROM videos WHERE published_at IS NOT NULL AND deleted_at IS NULL
      AND suspended_at IS NULL AND NOT creator_suspended GROUP BY 1) v ON v.creator_id = u.id
) AS figures WHERE kept <> there
UNION ALL
SELECT 'bought', r.id, r.bought::text, (NOT r.bought)::text FROM reviews r
  WHERE r.has_access AND r.bought = EXISTS (SELECT FROM access_grants g WHERE g.product_id = r.video_id
    AND g.user_id = r.author_id AND g.revoked_at IS NULL AND g.reason NOT IN (${paidReasons(withLessons)}));`;
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${figureViolations(false)}
${reviewAccess(false)}
CREATE OR REPLACE FUNCTION reviews_know_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.bought := NOT EXISTS (SELECT FROM access_grants WHERE user_id = NEW.author_id AND product_id = NEW.video_id
      AND revoked_at IS NULL AND reason NOT IN (${paidReasons(false)}));
    RETURN NEW;
  END $$;
${isCovered(false)}
DROP TRIGGER sales_counted_courses ON sales;
DROP FUNCTION settle_counted_courses();
${accessClaims(false)}
CREATE OR REPLACE FUNCTION grant_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM settle_access(NEW.user_id, NEW.product_id);
    RETURN NULL;
  END $$;
${takeFreeAccess(false)}
DROP FUNCTION counted_cents(uuid);
DROP TABLE free_access_credits;
DELETE FROM access_grants WHERE reason = 'lessons';
DELETE FROM free_accesses WHERE credit_cents IS NOT NULL;
DROP INDEX free_accesses_person_product_key;
DROP INDEX free_accesses_by_lessons_idx;
ALTER TABLE free_accesses DROP CONSTRAINT free_accesses_reason_check, DROP COLUMN credit_cents;
ALTER TABLE free_accesses ADD CONSTRAINT free_accesses_person_product_key UNIQUE (user_id, product_id);
ALTER TABLE free_accesses ADD CONSTRAINT free_accesses_reason_check CHECK (
  CASE WHEN coupon_id IS NULL THEN num_nonnulls(code, percent, amount_cents) = 0 AND list_price_cents = 0
    ELSE code IS NOT NULL END);
ALTER TABLE access_grants DROP CONSTRAINT access_grants_reason_check;
ALTER TABLE access_grants ADD CONSTRAINT access_grants_reason_check
  CHECK (reason IN ('sale', 'gift', 'free', 'coupon', 'guest'));
`)
    .execute(db);
}
