import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

const refuse = (message: string, constraint: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = 'restrict_violation', CONSTRAINT = '${constraint}', TABLE = TG_TABLE_NAME`;

/**
 * Products whose creator offers them for nothing: a price of 0 (docs/decisions/0262-free-products.md). A free access
 * without a coupon is one of a free product. Who took one keeps it when it costs something later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE videos DROP CONSTRAINT videos_price_cents_check;
ALTER TABLE videos ADD CONSTRAINT videos_price_cents_check CHECK (price_cents = 0 OR price_cents >= 50) NOT VALID;
ALTER TABLE saved_videos DROP CONSTRAINT saved_videos_price_cents_check;
ALTER TABLE saved_videos ADD CONSTRAINT saved_videos_price_cents_check CHECK (price_cents >= 0) NOT VALID;
ALTER TABLE free_accesses ALTER coupon_id DROP NOT NULL, ALTER code DROP NOT NULL;
ALTER TABLE free_accesses ADD CONSTRAINT free_accesses_reason_check CHECK (
  CASE WHEN coupon_id IS NULL THEN num_nonnulls(code, percent, amount_cents) = 0 AND list_price_cents = 0
    ELSE code IS NOT NULL END) NOT VALID;
${takeFreeAccess(true)}
${accessClaims("CASE WHEN coupon_id IS NULL THEN 'free' ELSE 'coupon' END")}`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${accessClaims("'coupon'")}
${takeFreeAccess(false)}
ALTER TABLE free_accesses DROP CONSTRAINT free_accesses_reason_check;
ALTER TABLE free_accesses ALTER coupon_id SET NOT NULL, ALTER code SET NOT NULL;
ALTER TABLE saved_videos DROP CONSTRAINT saved_videos_price_cents_check;
ALTER TABLE saved_videos ADD CONSTRAINT saved_videos_price_cents_check CHECK (price_cents > 0);
ALTER TABLE videos DROP CONSTRAINT videos_price_cents_check;
ALTER TABLE videos ADD CONSTRAINT videos_price_cents_check CHECK (price_cents >= 50);`)
    .execute(db);
}

/**
 * The trigger function of 0310, with and without free products. It copies terms and price: the application names no
 * more.
 */
function takeFreeAccess(withFree: boolean): string {
  const free = `IF NEW.coupon_id IS NULL THEN
      IF product.price_cents IS DISTINCT FROM 0 OR product.creator_id = NEW.user_id THEN
        ${refuse("the product is not free for this person", "free_accesses_free")};
      END IF;
      NEW.code := NULL;
      NEW.percent := NULL;
      NEW.amount_cents := NULL;
      NEW.list_price_cents := 0;
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
    ${withFree ? free : ""}UPDATE coupons SET used = used + 1 WHERE id = NEW.coupon_id AND ended_at IS NULL
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

/** The view of 0390. `freeReason`: the reason of a free access. */
function accessClaims(freeReason: string): string {
  return `CREATE OR REPLACE VIEW access_claims AS
  SELECT consumer_id AS user_id, video_id AS product_id, 1 AS rank, 'sale'::text AS reason, id AS sale_id,
    NULL::uuid AS source_id, completed_at AS since FROM sales WHERE status = 'completed' AND NOT is_gift
  UNION ALL
  SELECT gifts.taken_by, sales.video_id, 2, 'gift', sales.id, NULL, gifts.taken_at FROM gifts JOIN sales ON sales.id = gifts.sale_id
    WHERE gifts.taken_by IS NOT NULL AND sales.status = 'completed'
  UNION ALL
  SELECT taken_by, product_id, 3, 'guest', NULL, id, taken_at FROM guest_invitations
    WHERE taken_by IS NOT NULL AND revoked_at IS NULL
  UNION ALL
  SELECT user_id, product_id, 4, ${freeReason}, NULL, id, created_at FROM free_accesses;`;
}
