import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/**
 * The view of sales whose share is not their creator's (0350). `excused`: the sales that are left out; `more`: further
 * rows.
 */
const feeViolations = (excused: string, more: string) => `
CREATE OR REPLACE VIEW fee_violations AS
SELECT 'fee: share of a sale is not its creator''s' AS what, sale.id::text AS id
FROM sales sale JOIN videos ON videos.id = sale.video_id
LEFT JOIN sale_coupons used ON used.sale_id = sale.id
LEFT JOIN coupons coupon ON coupon.id = used.coupon_id AND coupon.creator_id IS NULL
CROSS JOIN LATERAL (SELECT creator_fee_bp(videos.creator_id, sale.created_at) AS bp) due
CROSS JOIN LATERAL (SELECT CASE WHEN coupon.id IS NOT NULL THEN
  (used.list_price_cents::bigint * due.bp + 5000) / 10000 - (used.list_price_cents - sale.amount_cents) END AS cents) fee
WHERE NOT (${excused}) AND NOT CASE
  WHEN fee.cents IS NULL THEN sale.platform_share_bp = due.bp
  ELSE sale.platform_share_bp BETWEEN fee.cents * 10000 / sale.amount_cents AND fee.cents * 10000 / sale.amount_cents + 1
    AND sale.platform_fee_cents <= fee.cents END
${more}`;

const isRecorded = `EXISTS (SELECT FROM sale_rebuilds fact WHERE fact.sale_id = sale.id
  AND fact.checkout_id = sale.provider_checkout_id AND fact.platform_share_bp = sale.platform_share_bp
  AND fact.rebuilt_at = sale.rebuilt_at)`;

/**
 * What proves that a sale was made again from the provider's checkout
 * (docs/decisions/0238-rebuilt-sales-are-recorded.md). The application's role cannot set `rebuilt_at`: `rebuild_sale`
 * inserts the sale and its fact, and the nightly audit names a sale that is marked as rebuilt without the fact.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE sale_rebuilds (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE,
  checkout_id text NOT NULL, platform_share_bp integer NOT NULL, rebuilt_at timestamptz(3) NOT NULL
);
INSERT INTO sale_rebuilds SELECT id, provider_checkout_id, platform_share_bp, rebuilt_at FROM sales
  WHERE rebuilt_at IS NOT NULL AND provider_checkout_id IS NOT NULL;
CREATE TRIGGER sale_rebuilds_append_only BEFORE UPDATE OR TRUNCATE ON sale_rebuilds FOR EACH STATEMENT
  EXECUTE FUNCTION ledger_refuse_change();

-- A sale whose money is still to come: settling it follows. False if there is one with this id or checkout.
CREATE FUNCTION rebuild_sale(sale uuid, video uuid, buyer uuid, cents integer, money text, share_bp integer,
  checkout text, title text, begun timestamptz, at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET ${path} AS $$
  DECLARE
    fee integer := (cents::bigint * share_bp + 5000) / 10000;
  BEGIN
    INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
        creator_earnings_cents, status, provider_checkout_id, checkout_title, created_at, rebuilt_at)
      VALUES (sale, video, buyer, cents, money, share_bp, fee, cents - fee, 'processing', checkout, title, begun, at)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO sale_rebuilds SELECT id, provider_checkout_id, platform_share_bp, sales.rebuilt_at FROM sales
      WHERE id = sale;
    RETURN true;
  END $$;

${feeViolations(
  `sale.rebuilt_at IS NOT NULL AND ${isRecorded}`,
  `UNION ALL
SELECT 'fee: sale is marked as rebuilt and its fact is missing', sale.id::text FROM sales sale
WHERE sale.rebuilt_at IS NOT NULL AND NOT ${isRecorded}`,
)};
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${feeViolations("sale.rebuilt_at IS NOT NULL", "")};
DROP FUNCTION rebuild_sale(uuid, uuid, uuid, integer, text, integer, text, text, timestamptz, timestamptz);
DROP TABLE sale_rebuilds;
`)
    .execute(db);
}
