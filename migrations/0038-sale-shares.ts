import { type Kysely, sql } from "kysely";
import { fillSales } from "./0037-payments.js";

/** Rows are filled in batches, each in a transaction of its own. */
export const inTransaction = false;

const path = "search_path = pg_catalog, public, pg_temp";

/** The columns of `sales` that a share has the amount of. */
const parties = { creator: "creator_earnings_cents", platform: "platform_fee_cents" };
const sharesOf = (row: string) =>
  Object.entries(parties)
    .map(([party, column]) => `(${row}.id, '${party}', ${row}.${column})`)
    .join();

/**
 * The shares of a sale as rows. The former release writes the columns of a sale, and the rows follow by trigger; the
 * next release writes the rows and drops the columns. The nightly audit compares them, and payments, with their sale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT WHERE to_regclass('sale_shares') IS NULL`.execute(db);
  if (rows.length > 0) await db.transaction().execute(expand);
  await fillSales(
    db,
    "NOT EXISTS (SELECT FROM sale_shares WHERE sale_id = sales.id)",
    (batch) =>
      `
WITH batch AS MATERIALIZED (${batch}),
added AS (
  INSERT INTO sale_shares SELECT share.* FROM batch CROSS JOIN LATERAL (VALUES ${sharesOf("batch")}) AS share
)`,
  );
}

async function expand(trx: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
SET LOCAL lock_timeout = '500ms';
CREATE TABLE sale_shares (
  sale_id uuid REFERENCES sales ON DELETE CASCADE, party text CHECK (party IN ('creator', 'platform')),
  amount_cents integer NOT NULL CHECK (amount_cents >= 0), PRIMARY KEY (sale_id, party) INCLUDE (amount_cents)
);
CREATE TRIGGER sale_shares_frozen BEFORE UPDATE ON sale_shares FOR EACH ROW EXECUTE FUNCTION refuse_frozen();

CREATE FUNCTION sales_shares() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN INSERT INTO sale_shares VALUES ${sharesOf("NEW")}; RETURN NULL; END $$;
CREATE TRIGGER sales_shares AFTER INSERT ON sales FOR EACH ROW EXECUTE FUNCTION sales_shares();

ALTER VIEW order_violations RENAME TO order_term_violations;
CREATE VIEW order_violations AS
SELECT * FROM order_term_violations
UNION ALL
SELECT 'share: differs from its sale', sale.id::text, (coalesce(share.amount_cents, 0) - wanted.cents)::bigint
FROM sales sale CROSS JOIN LATERAL (VALUES ${sharesOf("sale")}) wanted (sale_id, party, cents)
LEFT JOIN sale_shares share ON share.sale_id = sale.id AND share.party = wanted.party
WHERE share.amount_cents IS DISTINCT FROM wanted.cents
UNION ALL
SELECT 'payment: differs from its sale', sale.id::text, (coalesce(payments.amount_cents, 0) - sale.amount_cents)::bigint
FROM sales sale LEFT JOIN payments ON payments.id = sale.payment_id
WHERE (sale.provider_checkout_id, sale.provider_payment_id, sale.provider_charge_id, sale.amount_cents, sale.currency)
  IS DISTINCT FROM (payments.provider_checkout_id, payments.provider_payment_id, payments.provider_charge_id,
    payments.amount_cents, payments.currency)`)
    .execute(trx);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("DROP VIEW order_violations; ALTER VIEW order_term_violations RENAME TO order_violations")
    .execute(db);
  await sql
    .raw("DROP TRIGGER sales_shares ON sales; DROP FUNCTION sales_shares; DROP TABLE sale_shares")
    .execute(db);
}
