import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

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

/**
 * Who may watch what, and why (docs/decisions/0158-access-is-granted.md), by purchases, gifts, invitations, coupons,
 * free products and lessons that paid for their course. The application adds facts; only triggers of the owner write
 * grants. `access_claims` lists every fact that gives access now, `settle_access` makes the best of a person and
 * product their one active grant, in whatever order the facts come (docs/decisions/0195-access-follows-its-facts.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE access_grants (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  reason text NOT NULL CHECK (reason IN ('sale', 'gift', 'lessons', 'free', 'coupon', 'guest')),
  sale_id uuid CONSTRAINT access_grants_sale_key UNIQUE REFERENCES sales ON DELETE CASCADE,
  granted_at timestamptz(3) NOT NULL, revoked_at timestamptz(3),
  revoke_reason text CHECK (revoke_reason IN ('refunded', 'disputed', 'duplicate', 'replaced', 'withdrawn')),
  source_id uuid CONSTRAINT access_grants_source_key UNIQUE,
  CONSTRAINT access_grants_revoked_check CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL)),
  CONSTRAINT access_grants_sale_check CHECK ((reason <> 'sale') OR (sale_id IS NOT NULL))
);
COMMENT ON COLUMN access_grants.source_id IS
  'The row that the access is given for, in the table of its reason; null for sales.';
CREATE UNIQUE INDEX access_grants_one_active_idx ON access_grants (user_id, product_id) WHERE revoked_at IS NULL;
CREATE INDEX access_grants_product_user_idx ON access_grants (product_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX access_grants_user_idx ON access_grants (user_id, granted_at DESC, id DESC);

-- A free access without a coupon is one of a free product (docs/decisions/0262-free-products.md): who took it keeps it
-- when the product costs something later. The trigger copies the terms of the coupon and the price: the application
-- names person, product and coupon.
--
-- A course whose lessons have paid for it costs nothing (docs/decisions/0290-lessons-that-paid-for-their-course.md): a
-- free access that holds as long as the counted sales cover the price at which it was taken. The trigger reads what
-- counts; the application names person, course and the sum that it showed. Taken again after it ended, a course has
-- another row.
CREATE TABLE free_accesses (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  coupon_id uuid REFERENCES coupons ON DELETE RESTRICT, code text, percent smallint, amount_cents integer,
  list_price_cents integer NOT NULL, created_at timestamptz(3) NOT NULL, credit_cents integer CHECK (credit_cents > 0),
  CONSTRAINT free_accesses_free_check CHECK (list_price_cents
    - coalesce(amount_cents, floor((list_price_cents::bigint * percent + 50) / 100)) < 50),
  CONSTRAINT free_accesses_reason_check CHECK (
    CASE WHEN credit_cents IS NOT NULL THEN num_nonnulls(coupon_id, code, percent, amount_cents) = 0
        AND list_price_cents > 0 AND list_price_cents - credit_cents < 50
      WHEN coupon_id IS NULL THEN num_nonnulls(code, percent, amount_cents) = 0 AND list_price_cents = 0
      ELSE code IS NOT NULL END)
);
COMMENT ON COLUMN free_accesses.credit_cents IS
  'What the lessons of a course had paid for it; null if the course was not taken for that.';
CREATE INDEX free_accesses_by_lessons_idx ON free_accesses (user_id, product_id) WHERE credit_cents IS NOT NULL;
CREATE INDEX free_accesses_coupon_idx ON free_accesses (coupon_id, user_id);
CREATE UNIQUE INDEX free_accesses_person_product_key ON free_accesses (user_id, product_id) WHERE credit_cents IS NULL;
CREATE INDEX free_accesses_product_idx ON free_accesses (product_id, created_at);
CREATE INDEX free_accesses_recent_idx ON free_accesses (user_id, created_at);

-- amount_cents: what was paid for the lesson and not returned when the course was taken.
CREATE TABLE free_access_credits (
  access_id uuid NOT NULL REFERENCES free_accesses ON DELETE RESTRICT,
  sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0), PRIMARY KEY (access_id, sale_id)
);
CREATE INDEX free_access_credits_sale_idx ON free_access_credits (sale_id);

-- A creator's guests: invitations to one product by e-mail, each taken once by an account
-- (docs/decisions/0197-links-that-give-access.md). They are never deleted. At most 50 of a product are open, or were
-- ever taken: that many people at most get it for nothing. email is null once its retention has ended.
CREATE TABLE guest_invitations (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, product_id uuid NOT NULL REFERENCES videos ON DELETE RESTRICT,
  email text CHECK (length(email) BETWEEN 3 AND 254), created_at timestamptz(3) NOT NULL,
  taken_by uuid REFERENCES users ON DELETE RESTRICT, taken_at timestamptz(3), revoked_at timestamptz(3),
  CONSTRAINT guest_invitations_taken_check CHECK ((taken_by IS NULL) = (taken_at IS NULL))
);
CREATE INDEX guest_invitations_created_idx ON guest_invitations (created_at);
CREATE UNIQUE INDEX guest_invitations_email_idx ON guest_invitations (product_id, lower(email)) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX guest_invitations_person_idx ON guest_invitations (product_id, taken_by) WHERE revoked_at IS NULL;
CREATE INDEX guest_invitations_product_idx ON guest_invitations (product_id, created_at DESC, id DESC);
CREATE INDEX guest_invitations_taken_by_idx ON guest_invitations (taken_by) WHERE taken_by IS NOT NULL;

-- A sale whose buyer gives the access to who takes its link (docs/decisions/0198-gifts.md). email and message are null
-- once their retention has ended, email also while the link is sent by the giver. A higher link_version ends the links
-- of before.
CREATE TABLE gifts (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE RESTRICT, email text CHECK (length(email) BETWEEN 3 AND 254),
  message text CHECK (length(message) BETWEEN 1 AND 500), locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'),
  deliver_at timestamptz(3), link_version integer DEFAULT 0 NOT NULL CHECK (link_version BETWEEN 0 AND 999999),
  taken_by uuid REFERENCES users ON DELETE RESTRICT, taken_at timestamptz(3),
  CONSTRAINT gifts_taken_check CHECK ((taken_by IS NULL) = (taken_at IS NULL))
);
CREATE INDEX gifts_taken_by_idx ON gifts (taken_by) WHERE taken_by IS NOT NULL;

-- What the counted sales of a course that was taken for nothing still pay for it, in cents.
CREATE FUNCTION counted_cents(access uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(least(c.amount_cents, s.amount_cents
    - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.sale_id = s.id
        AND status IN ('requested', 'pending', 'succeeded')), 0)
    - coalesce((SELECT sum(amount_cents) FROM disputes WHERE disputes.sale_id = s.id AND status = 'lost'), 0))), 0)::bigint
  FROM free_access_credits c JOIN sales s ON s.id = c.sale_id
  WHERE c.access_id = access AND s.status = 'completed' AND NOT s.duplicate
$$;

-- The best has the lowest rank: what was paid for before what was given.
CREATE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed' AND NOT is_gift
  UNION ALL
  SELECT gifts.taken_by, sales.video_id, 2, 'gift', sales.id, NULL, gifts.taken_at
    FROM gifts JOIN sales ON sales.id = gifts.sale_id WHERE gifts.taken_by IS NOT NULL AND sales.status = 'completed'
  UNION ALL
  SELECT user_id, product_id, 3, 'lessons', NULL, id, created_at FROM free_accesses
    WHERE credit_cents IS NOT NULL AND list_price_cents - counted_cents(id) < 50
  UNION ALL
  SELECT taken_by, product_id, 4, 'guest', NULL, id, taken_at FROM guest_invitations
    WHERE taken_by IS NOT NULL AND revoked_at IS NULL
  UNION ALL
  SELECT user_id, product_id, 5, CASE WHEN coupon_id IS NULL THEN 'free' ELSE 'coupon' END, NULL, id, created_at
    FROM free_accesses WHERE credit_cents IS NULL;

-- Each night: grants against the facts that give access, and sales against theirs.
CREATE VIEW access_violations AS
  SELECT 'access: grant without its completed sale' AS what, g.id::text AS id FROM access_grants g
    LEFT JOIN sales s ON s.id = g.sale_id
    WHERE g.reason = 'sale' AND g.revoked_at IS NULL
      AND ((s.status, s.consumer_id, s.video_id) IS DISTINCT FROM ('completed', g.user_id, g.product_id) OR s.is_gift)
  UNION ALL
  SELECT 'access: completed sale without its grant', s.id::text FROM sales s
    WHERE s.status = 'completed' AND NOT s.is_gift
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
  UNION ALL
  SELECT 'access: gift of an ordinary sale, or taken by its giver or creator', g.sale_id::text FROM gifts g
    JOIN sales s ON s.id = g.sale_id JOIN videos v ON v.id = s.video_id
    WHERE NOT s.is_gift OR g.taken_by IN (s.consumer_id, v.creator_id);

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

-- Who takes a product as a gift, or for nothing (take_free_access), locks it before their access and their earlier
-- review of it, as a sale does (docs/decisions/0283-one-order-of-locks.md).
CREATE FUNCTION grant_by_gift() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM FROM videos WHERE id = (SELECT video_id FROM sales WHERE id = NEW.sale_id) FOR NO KEY UPDATE;
    PERFORM settle_access(NEW.taken_by, (SELECT video_id FROM sales WHERE id = NEW.sale_id));
    RETURN NULL;
  END $$;

CREATE FUNCTION grant_by_invitation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    PERFORM settle_access(NEW.taken_by, NEW.product_id);
    RETURN NULL;
  END $$;

-- The grant of a sale follows its status: of a gift, the receiver's. One order of locks for what counts: the product,
-- then access, then the creator's figures, which are changed when the transaction ends.
CREATE FUNCTION grant_by_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    person uuid := CASE WHEN NEW.is_gift THEN (SELECT taken_by FROM gifts WHERE sale_id = NEW.id) ELSE NEW.consumer_id END;
  BEGIN
    IF NEW.status = 'completed' OR (TG_OP = 'UPDATE' AND OLD.status = 'completed') THEN
      PERFORM FROM videos WHERE id = NEW.video_id FOR NO KEY UPDATE;
    END IF;
    IF NEW.status = 'completed' THEN
      IF person IS NOT NULL THEN PERFORM settle_access(person, NEW.video_id); END IF;
    ELSE
      UPDATE access_grants SET revoked_at = coalesce(revoked_at, now()),
          revoke_reason = CASE WHEN NEW.status IN ('refunded', 'disputed') THEN NEW.status ELSE 'duplicate' END
        WHERE sale_id = NEW.id;
      IF FOUND THEN PERFORM settle_access(person, NEW.video_id); END IF;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION grant_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF NEW.credit_cents IS NOT NULL THEN
      INSERT INTO free_access_credits (access_id, sale_id, amount_cents)
        SELECT NEW.id, sale_id, amount_cents FROM course_credits(NEW.user_id, NEW.product_id);
    END IF;
    PERFORM settle_access(NEW.user_id, NEW.product_id);
    RETURN NULL;
  END $$;

CREATE FUNCTION guest_invitations_guard() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at
      OR OLD.taken_by IS NOT NULL AND (NEW.taken_by, NEW.taken_at) IS DISTINCT FROM (OLD.taken_by, OLD.taken_at)
      OR NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL
      OR OLD.taken_by IS NULL AND NEW.taken_by IS NOT NULL AND (NEW.revoked_at IS NOT NULL OR EXISTS (
        SELECT FROM videos WHERE id = NEW.product_id AND creator_id = NEW.taken_by))
    THEN ${refuse("an invitation is taken once, revoked once, and never by the creator", "guest_invitations_guard")}; END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION invite_guest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    -- One after the other of a product.
    PERFORM pg_advisory_xact_lock(hashtextextended('guests ' || NEW.product_id, 0));
    IF (SELECT count(*) FROM guest_invitations
        WHERE product_id = NEW.product_id AND (revoked_at IS NULL OR taken_by IS NOT NULL)) >= 50
    THEN ${refuse("a product has at most 50 guests", "guest_invitations_limit")}; END IF;
    NEW.taken_by := NULL;
    NEW.taken_at := NULL;
    NEW.revoked_at := NULL;
    RETURN NEW;
  END $$;

-- Whether the sale of a course is paid, and covers a sale of one of its lessons without having counted it. A lesson
-- whose purchase was begun before its course was taken for nothing, and is paid later, is paid for a second time too.
CREATE FUNCTION is_covered(lesson_sale uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN sales c ON c.video_id = l.course_id AND c.consumer_id = s.consumer_id
    WHERE s.id = lesson_sale AND c.paid_at IS NOT NULL AND NOT c.duplicate AND c.status IN ('completed', 'disputed')
      AND c.rebuilt_at IS NULL AND l.added_at <= c.created_at AND (l.removed_at IS NULL OR c.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM sale_credits WHERE sale_id = c.id AND credited_sale_id = s.id)
      AND NOT s.is_gift AND NOT c.is_gift)
  OR EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN free_accesses f ON f.user_id = s.consumer_id AND f.product_id = l.course_id AND f.credit_cents IS NOT NULL
    WHERE s.id = lesson_sale AND NOT s.is_gift AND s.created_at <= f.created_at
      AND l.added_at <= f.created_at AND (l.removed_at IS NULL OR f.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM free_access_credits WHERE access_id = f.id AND sale_id = s.id)
      AND f.list_price_cents - counted_cents(f.id) < 50)
$$;

-- As rebuild_sale, of a gift. Whom it was for is lost: its buyer sends the link.
CREATE FUNCTION rebuild_gift(sale uuid, video uuid, buyer uuid, cents integer, money text, share_bp integer,
  checkout text, title text, begun timestamptz, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  BEGIN
    IF NOT rebuild_sale(sale, video, buyer, cents, money, share_bp, checkout, title, begun, at) THEN RETURN false; END IF;
    UPDATE sales SET is_gift = true WHERE id = sale;
    INSERT INTO gifts (sale_id, locale) VALUES (sale, 'pt');
    RETURN true;
  END $$;

CREATE FUNCTION refuse_erased_guest() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT erased_at FROM users WHERE id = NEW.taken_by FOR KEY SHARE) IS NOT NULL
    THEN ${refuse("the account is erased", "account_erased")}; END IF;
    RETURN NULL;
  END $$;

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

CREATE FUNCTION take_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    product record;
    coupon record;
  BEGIN
    -- The access shows the review again, which changes the product's stars.
    IF EXISTS (SELECT FROM reviews WHERE video_id = NEW.product_id AND author_id = NEW.user_id) THEN
      PERFORM FROM videos WHERE id = NEW.product_id FOR NO KEY UPDATE;
    END IF;
    SELECT creator_id, price_cents INTO product FROM videos WHERE id = NEW.product_id
      AND published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended FOR SHARE;
    IF NEW.credit_cents IS NOT NULL THEN
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
    IF NEW.coupon_id IS NULL THEN
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
  END $$;

CREATE TRIGGER sales_counted_courses AFTER UPDATE OF status ON sales FOR EACH ROW WHEN (old.completed_at IS NOT NULL)
  EXECUTE FUNCTION settle_counted_courses();
CREATE TRIGGER sales_grant AFTER UPDATE OF status ON sales FOR EACH ROW WHEN (old.status <> new.status)
  EXECUTE FUNCTION grant_by_sale();
CREATE TRIGGER sales_grant_insert AFTER INSERT ON sales FOR EACH ROW WHEN (new.status = 'completed')
  EXECUTE FUNCTION grant_by_sale();
CREATE TRIGGER free_access_credits_frozen BEFORE UPDATE ON free_access_credits FOR EACH ROW
  EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER free_accesses_grant AFTER INSERT ON free_accesses FOR EACH ROW EXECUTE FUNCTION grant_free_access();
CREATE TRIGGER free_accesses_take BEFORE INSERT ON free_accesses FOR EACH ROW EXECUTE FUNCTION take_free_access();
CREATE TRIGGER gifts_grant AFTER UPDATE OF taken_by ON gifts FOR EACH ROW
  WHEN (old.taken_by IS NULL AND new.taken_by IS NOT NULL) EXECUTE FUNCTION grant_by_gift();
CREATE TRIGGER gifts_guard BEFORE INSERT OR UPDATE ON gifts FOR EACH ROW EXECUTE FUNCTION gifts_guard();
CREATE TRIGGER gifts_refuse_erased AFTER UPDATE OF taken_by ON gifts FOR EACH ROW WHEN (new.taken_by IS NOT NULL)
  EXECUTE FUNCTION refuse_erased_guest();
CREATE TRIGGER guest_invitations_grant AFTER UPDATE OF taken_by, revoked_at ON guest_invitations FOR EACH ROW
  WHEN (new.taken_by IS NOT NULL AND (old.taken_by IS NULL OR old.revoked_at IS DISTINCT FROM new.revoked_at))
  EXECUTE FUNCTION grant_by_invitation();
CREATE TRIGGER guest_invitations_guard BEFORE UPDATE ON guest_invitations FOR EACH ROW
  EXECUTE FUNCTION guest_invitations_guard();
CREATE TRIGGER guest_invitations_invite BEFORE INSERT ON guest_invitations FOR EACH ROW EXECUTE FUNCTION invite_guest();
CREATE TRIGGER guest_invitations_refuse_erased AFTER UPDATE OF taken_by ON guest_invitations FOR EACH ROW
  WHEN (new.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_erased_guest();
`)
    .execute(db);
}
