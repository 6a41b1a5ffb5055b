import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/** Every fact that gives access now (0310), with or without gifts. */
const accessClaims = (gifts: boolean) => `
CREATE OR REPLACE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed'${gifts ? " AND NOT is_gift" : ""}
  ${
    gifts
      ? `UNION ALL
  SELECT gifts.taken_by, sales.video_id, 2, 'gift', sales.id, NULL, gifts.taken_at FROM gifts JOIN sales ON sales.id = gifts.sale_id
    WHERE gifts.taken_by IS NOT NULL AND sales.status = 'completed'`
      : ""
  }
  UNION ALL
  SELECT taken_by, product_id, 3, 'guest', NULL, id, taken_at FROM guest_invitations
    WHERE taken_by IS NOT NULL AND revoked_at IS NULL
  UNION ALL
  SELECT user_id, product_id, 4, 'coupon', NULL, id, created_at FROM free_accesses;`;

/** The grant of a sale follows its status: of a gift, the receiver's. */
const grantBySale = (person: string) => `
CREATE OR REPLACE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    person uuid := ${person};
  BEGIN
    IF NEW.status = 'completed' THEN
      IF person IS NOT NULL THEN PERFORM settle_access(person, NEW.video_id); END IF;
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
      IF FOUND THEN PERFORM settle_access(person, NEW.video_id); END IF;
    END IF;
    RETURN NULL;
  END $$;`;

/**
 * Gifts: a sale whose buyer gives the access to who takes its link (docs/decisions/0198-gifts.md). `is_gift` is decided
 * when the sale is begun. A person may have their own completed sale of a product and any number of gifts of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE sales ADD is_gift boolean DEFAULT false NOT NULL;

-- locks: a few seconds for five million sales; this release cannot run without it
CREATE UNIQUE INDEX sales_one_own_completed_idx ON sales (consumer_id, video_id) WHERE status = 'completed' AND NOT is_gift;
-- locks: a moment
DROP INDEX sales_one_completed_idx;
-- locks: no row has is_gift yet
CREATE INDEX sales_gifts_idx ON sales (consumer_id, created_at DESC, id DESC) WHERE is_gift;

-- email and message are null once their retention has ended, email also while the link is sent by the giver. A higher
-- link_version ends the links of before.
CREATE TABLE gifts (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE RESTRICT,
  email text CHECK (length(email) BETWEEN 3 AND 254), message text CHECK (length(message) BETWEEN 1 AND 500),
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'), deliver_at timestamptz(3),
  link_version integer DEFAULT 0 NOT NULL CHECK (link_version BETWEEN 0 AND 999999),
  taken_by uuid REFERENCES users ON DELETE RESTRICT, taken_at timestamptz(3),
  CONSTRAINT gifts_taken_check CHECK ((taken_by IS NULL) = (taken_at IS NULL))
);
CREATE INDEX gifts_taken_by_idx ON gifts (taken_by) WHERE taken_by IS NOT NULL;

CREATE FUNCTION gifts_guard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    sale record;
  BEGIN
    -- A refund of the same moment waits, or is seen here.
    SELECT sales.is_gift, sales.status, sales.consumer_id, videos.creator_id INTO sale
      FROM sales JOIN videos ON videos.id = sales.video_id WHERE sales.id = NEW.sale_id FOR SHARE OF sales;
    IF TG_OP = 'INSERT' THEN
      NEW.taken_by := NULL;
      NEW.taken_at := NULL;
      IF NOT sale.is_gift THEN ${refuse("the sale is no gift", "gifts_guard")}; END IF;
      RETURN NEW;
    END IF;
    IF NEW.link_version < OLD.link_version
      OR OLD.taken_by IS NOT NULL AND (NEW.taken_by, NEW.taken_at, NEW.link_version)
        IS DISTINCT FROM (OLD.taken_by, OLD.taken_at, OLD.link_version)
      OR OLD.taken_by IS NULL AND NEW.taken_by IS NOT NULL AND (sale.status <> 'completed'
        OR NEW.taken_by IN (sale.consumer_id, sale.creator_id))
    THEN ${refuse("a gift is taken once, when it is paid, and not by who gave or made it", "gifts_guard")}; END IF;
    RETURN NEW;
  END $$;
CREATE TRIGGER gifts_guard BEFORE INSERT OR UPDATE ON gifts FOR EACH ROW EXECUTE FUNCTION gifts_guard();
CREATE TRIGGER gifts_refuse_erased AFTER UPDATE OF taken_by ON gifts FOR EACH ROW
  WHEN (new.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_erased_guest();

${accessClaims(true)}
${grantBySale("CASE WHEN NEW.is_gift THEN (SELECT taken_by FROM gifts WHERE sale_id = NEW.id) ELSE NEW.consumer_id END")}

CREATE FUNCTION grant_by_gift() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM settle_access(NEW.taken_by, (SELECT video_id FROM sales WHERE id = NEW.sale_id));
    RETURN NULL;
  END $$;
CREATE TRIGGER gifts_grant AFTER UPDATE OF taken_by ON gifts FOR EACH ROW
  WHEN (old.taken_by IS NULL AND new.taken_by IS NOT NULL) EXECUTE FUNCTION grant_by_gift();

-- As rebuild_sale (0395), of a gift. Whom it was for is lost: its buyer sends the link.
CREATE FUNCTION rebuild_gift(sale uuid, video uuid, buyer uuid, cents integer, money text, share_bp integer,
  checkout text, title text, begun timestamptz, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  BEGIN
    IF NOT rebuild_sale(sale, video, buyer, cents, money, share_bp, checkout, title, begun, at) THEN RETURN false; END IF;
    UPDATE sales SET is_gift = true WHERE id = sale;
    INSERT INTO gifts (sale_id, locale) VALUES (sale, 'pt');
    RETURN true;
  END $$;

${courseCredits(" AND NOT s.is_gift")}
${isCovered(" AND NOT s.is_gift AND NOT c.is_gift")}
${accessViolations(" AND NOT s.is_gift", "OR s.is_gift", true)}
`)
    .execute(db);
}

/** The view of 0310 that the nightly proof reads, with conditions for gifts. */
function accessViolations(notGift: string, orGift: string, gifts: boolean): string {
  return `
CREATE OR REPLACE VIEW access_violations AS
  SELECT 'access: grant without its completed sale' AS what, g.id::text AS id FROM access_grants g
    LEFT JOIN sales s ON s.id = g.sale_id
    WHERE g.reason = 'sale' AND g.revoked_at IS NULL
      AND ((s.status, s.consumer_id, s.video_id) IS DISTINCT FROM ('completed', g.user_id, g.product_id) ${orGift})
  UNION ALL
  SELECT 'access: completed sale without its grant', s.id::text FROM sales s
    WHERE s.status = 'completed'${notGift}
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
    WHERE c.creator_id IS DISTINCT FROM v.creator_id OR v.creator_id = f.user_id
  ${
    gifts
      ? `UNION ALL
  SELECT 'access: gift of an ordinary sale, or taken by its giver or creator', g.sale_id::text FROM gifts g
    JOIN sales s ON s.id = g.sale_id JOIN videos v ON v.id = s.video_id
    WHERE NOT s.is_gift OR g.taken_by IN (s.consumer_id, v.creator_id)`
      : ""
  };`;
}

/** The functions of 0302, with a condition for gifts: who gives a video owns nothing by it. */
const courseCredits = (notGift: string) => `
CREATE OR REPLACE FUNCTION course_credits(buyer uuid, course uuid) RETURNS TABLE (sale_id uuid, video_id uuid, amount_cents integer)
LANGUAGE sql STABLE AS $$
  SELECT s.id, s.video_id, (s.amount_cents
    - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.sale_id = s.id
        AND status IN ('requested', 'pending', 'succeeded')), 0)
    - coalesce((SELECT sum(amount_cents) FROM disputes WHERE disputes.sale_id = s.id AND status = 'lost'), 0))::integer
  FROM course_lessons l JOIN videos c ON c.id = l.course_id
    JOIN sales s ON s.video_id = l.video_id AND s.currency = c.currency
  WHERE l.course_id = course AND l.removed_at IS NULL AND s.consumer_id = buyer AND s.status = 'completed'
    AND NOT s.duplicate${notGift}
  ORDER BY 3 DESC, 1
$$;`;

const isCovered = (notGift: string) => `
CREATE OR REPLACE FUNCTION is_covered(lesson_sale uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN sales c ON c.video_id = l.course_id AND c.consumer_id = s.consumer_id
    WHERE s.id = lesson_sale AND c.paid_at IS NOT NULL AND NOT c.duplicate AND c.status IN ('completed', 'disputed')
      AND c.rebuilt_at IS NULL AND l.added_at <= c.created_at AND (l.removed_at IS NULL OR c.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM sale_credits WHERE sale_id = c.id AND credited_sale_id = s.id)${notGift})
$$;`;

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

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${accessViolations("", "", false)}
${courseCredits("")}
${isCovered("")}
${accessClaims(false)}
${grantBySale("NEW.consumer_id")}
DROP TABLE gifts;
DROP FUNCTION gifts_guard(), grant_by_gift();
DROP FUNCTION rebuild_gift(uuid, uuid, uuid, integer, text, integer, text, text, timestamptz, timestamptz);
CREATE UNIQUE INDEX sales_one_completed_idx ON sales (consumer_id, video_id) WHERE status = 'completed';
DROP INDEX sales_one_own_completed_idx;
DROP INDEX sales_gifts_idx;
ALTER TABLE sales DROP COLUMN is_gift;
`)
    .execute(db);
}
