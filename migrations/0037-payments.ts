import { type Kysely, sql } from "kysely";

/** Rows are filled in batches, and an index cannot be built CONCURRENTLY in a transaction. */
export const inTransaction = false;

const path = "search_path = pg_catalog, public, pg_temp";
const ids = ["provider_checkout_id", "provider_payment_id", "provider_charge_id"];
const idsOf = (row: string) => ids.map((id) => `${row}.${id}`).join();

/**
 * A payment above its sales. The former release writes the columns of a sale, and its payment follows by trigger; the
 * next release writes the payment and drops the columns. Until then each sale has a payment of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT WHERE to_regclass('payments') IS NULL`.execute(db);
  if (rows.length > 0) await db.transaction().execute(expand);
  await fillSales(
    db,
    "payment_id IS NULL",
    (batch) => `
WITH batch AS MATERIALIZED (SELECT *, gen_random_uuid() AS payment FROM (${batch}) AS sale),
added AS (
  INSERT INTO payments (id, ${ids}, amount_cents, currency, created_at)
  SELECT payment, ${ids}, amount_cents, currency, created_at FROM batch
), filled AS (UPDATE sales SET payment_id = payment FROM batch WHERE sales.id = batch.id)`,
  );
  // An attempt that was interrupted leaves an invalid index.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS sales_payment_id_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY sales_payment_id_idx ON sales (payment_id)`.execute(db);
  await sql`ALTER TABLE sales VALIDATE CONSTRAINT sales_payment_id_fkey`.execute(db);
}

async function expand(trx: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
SET LOCAL lock_timeout = '500ms';
CREATE TABLE payments (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, provider text DEFAULT 'stripe' NOT NULL CHECK (provider = 'stripe'),
  provider_checkout_id text, provider_payment_id text, provider_charge_id text,
  amount_cents integer NOT NULL CHECK (amount_cents >= 50),
  currency text NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')), created_at timestamptz(3) DEFAULT now() NOT NULL,
  UNIQUE (provider_checkout_id, provider), UNIQUE (provider_payment_id, provider), UNIQUE (provider_charge_id, provider)
);
${[...ids, "amount_cents"].map((name) => `COMMENT ON COLUMN payments.${name} IS 'data: trade';`).join("\n")}

-- A sale names its payment before the trigger adds it: the foreign key is checked at the end of the transaction.
ALTER TABLE sales ADD payment_id uuid;
ALTER TABLE sales ALTER payment_id SET DEFAULT gen_random_uuid();
ALTER TABLE sales ADD CONSTRAINT sales_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments
  DEFERRABLE INITIALLY DEFERRED NOT VALID;

CREATE FUNCTION sales_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO payments (id, ${ids}, amount_cents, currency, created_at)
        VALUES (NEW.payment_id, ${idsOf("NEW")}, NEW.amount_cents, NEW.currency, NEW.created_at);
    ELSIF TG_OP = 'UPDATE' THEN
      UPDATE payments SET (${ids}) = ROW(${idsOf("NEW")}) WHERE id = NEW.payment_id;
    ELSE
      DELETE FROM payments WHERE id = OLD.payment_id AND NOT EXISTS (SELECT FROM sales WHERE payment_id = OLD.payment_id);
    END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER sales_payment AFTER INSERT OR DELETE ON sales FOR EACH ROW EXECUTE FUNCTION sales_payment();
CREATE TRIGGER sales_payment_ids AFTER UPDATE OF ${ids} ON sales FOR EACH ROW
  WHEN ((${idsOf("OLD")}) IS DISTINCT FROM (${idsOf("NEW")})) EXECUTE FUNCTION sales_payment()`)
    .execute(trx);
}

/**
 * Fills rows for the sales that miss them, a thousand in a transaction. A pass skips the sales that a payment has
 * locked, so that neither waits for the other. `fill`: the CTEs that fill those of `batch`
 */
export async function fillSales(db: Kysely<unknown>, missing: string, fill: (batch: string) => string) {
  const list = async (text: string) => (await sql.raw<{ id: string }>(text).execute(db)).rows;
  for (let after = ""; ; ) {
    const batch = `SELECT * FROM sales WHERE ${missing} ${after && `AND id > '${after}'`}
      ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED`;
    const [last] = await list(`${fill(batch)} SELECT id FROM batch ORDER BY id DESC LIMIT 1`);
    after = last?.id ?? "";
    if (after) continue;
    const left = await list(`SELECT id, pg_sleep(0.1) FROM sales WHERE ${missing} LIMIT 1`);
    if (left.length === 0) return;
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const rows = "ALTER TABLE sales DROP payment_id; DROP TABLE payments";
  await sql.raw(`DROP FUNCTION sales_payment CASCADE; ${rows}`).execute(db);
}
