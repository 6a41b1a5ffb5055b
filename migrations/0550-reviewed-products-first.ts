import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/** The trigger functions of 0510 and 0007. `first`: whether the product is locked before what changes its stars. */
function takenAccess(first: boolean): string {
  const lockReviewed = `-- The access shows the review again, which changes the product's stars.
    IF EXISTS (SELECT FROM reviews WHERE video_id = NEW.product_id AND author_id = NEW.user_id) THEN
      PERFORM FROM videos WHERE id = NEW.product_id FOR NO KEY UPDATE;
    END IF;
    `;
  const lockGiven = `
    PERFORM FROM videos WHERE id = (SELECT video_id FROM sales WHERE id = NEW.sale_id) FOR NO KEY UPDATE;`;
  return `
CREATE OR REPLACE FUNCTION take_free_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  DECLARE
    product record;
    coupon record;
  BEGIN
    ${first ? lockReviewed : ""}SELECT creator_id, price_cents INTO product FROM videos WHERE id = NEW.product_id
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

CREATE OR REPLACE FUNCTION grant_by_gift() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN${first ? lockGiven : ""}
    PERFORM settle_access(NEW.taken_by, (SELECT video_id FROM sales WHERE id = NEW.sale_id));
    RETURN NULL;
  END $$;`;
}

/**
 * Who takes a product for nothing, or as a gift, locks it before their access and their earlier review of it, as a sale
 * does (docs/decisions/0283-one-order-of-locks.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(takenAccess(true)).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(takenAccess(false)).execute(db);
}
