import { type Kysely, sql } from "kysely";

/** What was compared with the payment provider, what that repaired, and what is still different (docs/money.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sales ADD reconciled_at timestamptz(3)`.execute(db);
  await sql`
    CREATE INDEX sales_paid_idx ON sales (paid_at, id) INCLUDE (reconciled_at) WHERE paid_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX payment_events_troubled_idx ON payment_events (received_at DESC)
      WHERE error IS NOT NULL OR settled_at IS NULL`.execute(db);
  await sql`
    CREATE TABLE reconciliations (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      since timestamptz(3) NOT NULL,
      started_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      checked integer NOT NULL DEFAULT 0 CHECK (checked >= 0),
      repaired integer NOT NULL DEFAULT 0 CHECK (repaired >= 0)
    )`.execute(db);
  await sql`
    CREATE TABLE reconciliation_differences (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      reconciliation_id bigint NOT NULL REFERENCES reconciliations ON DELETE CASCADE,
      what text NOT NULL CHECK (what IN ('unknownSale', 'unknownPayment', 'otherCheckout', 'otherAmount',
        'missingAtProvider', 'refundNotSent', 'owedToBuyer', 'ledger')),
      subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 300),
      sale_id uuid REFERENCES sales ON DELETE RESTRICT,
      amount_cents bigint NOT NULL,
      currency text NOT NULL
    )`.execute(db);
  await sql`
    CREATE INDEX reconciliation_differences_run_idx ON reconciliation_differences (reconciliation_id, id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE reconciliation_differences, reconciliations`.execute(db);
  await sql`DROP INDEX sales_paid_idx, payment_events_troubled_idx`.execute(db);
  await sql`ALTER TABLE sales DROP reconciled_at`.execute(db);
}
