import { type Kysely, sql } from "kysely";

const reasons = (more: string) => `
  ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_reason_check,
    ADD CONSTRAINT ledger_entries_reason_check
      CHECK (reason IN ('sale', 'refund', 'dispute', 'fee', 'release', 'payout'${more}))`;

const payoutChecks = (statuses: string, paid: string) => `
  ALTER TABLE payouts DROP CONSTRAINT payouts_status_check, DROP CONSTRAINT payouts_check,
    ADD CONSTRAINT payouts_status_check CHECK (status IN (${statuses})),
    ADD CONSTRAINT payouts_check CHECK ((${paid}) = (bank_reference IS NOT NULL))`;

/**
 * What happens to a creator's balance beside sales and payouts: a confirmed payout that the bank returns, and an
 * administrator's credit, debit, write-off of a debt, or record of a repayment. Each has a reason and an author.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    ALTER TABLE payouts
      ADD returned_at timestamptz(3),
      ADD returned_by uuid CONSTRAINT payouts_returned_by_fkey REFERENCES users ON DELETE RESTRICT,
      ADD return_reason text CONSTRAINT payouts_return_reason_check CHECK (length(return_reason) BETWEEN 1 AND 500)`);
  await run(payoutChecks("'prepared', 'paid', 'failed', 'returned'", "status IN ('paid', 'returned')"));
  await run(`
    ALTER TABLE payouts ADD CONSTRAINT payouts_returned_check
      CHECK (num_nonnulls(returned_at, returned_by, return_reason) = CASE status WHEN 'returned' THEN 3 ELSE 0 END)`);

  // Cents of BRL, as payouts are.
  await run(`
    CREATE TABLE ledger_adjustments (
      id uuid PRIMARY KEY,
      creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      kind text NOT NULL CHECK (kind IN ('credit', 'debit', 'writeOff', 'repayment')),
      amount_cents bigint NOT NULL CHECK (amount_cents > 0),
      reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
      created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
      created_at timestamptz(3) NOT NULL
    )`);
  await run(
    "CREATE INDEX ledger_adjustments_creator_idx ON ledger_adjustments (creator_id, created_at DESC, id DESC)",
  );
  await run(`
    CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_adjustments
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()`);
  await run(`
    ALTER TABLE ledger_entries
      ADD adjustment_id uuid CONSTRAINT ledger_entries_adjustment_id_fkey REFERENCES ledger_adjustments ON DELETE RESTRICT,
      DROP CONSTRAINT ledger_entries_check,
      ADD CONSTRAINT ledger_entries_check CHECK (num_nonnulls(sale_id, payout_id, adjustment_id) = 1)`);
  await run(reasons(", 'return', 'adjustment', 'writeOff', 'repayment'"));
  await run(`
    CREATE INDEX ledger_entries_adjustment_idx ON ledger_entries (adjustment_id) WHERE adjustment_id IS NOT NULL`);

  await run("ALTER VIEW ledger_violations RENAME TO ledger_day_violations");
  await run(`
    CREATE VIEW ledger_violations AS
    SELECT * FROM ledger_day_violations
    UNION ALL
    SELECT 'adjustment', adjustment.id::text, (posted.cents - expected.cents)::bigint
      FROM ledger_adjustments adjustment
      CROSS JOIN LATERAL (
        SELECT CASE kind WHEN 'debit' THEN -amount_cents ELSE amount_cents END AS cents
      ) expected
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(line.amount_cents), 0) AS cents
        FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
        WHERE entry.adjustment_id = adjustment.id AND line.account = 'creator'
      ) posted
      WHERE posted.cents <> expected.cents`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP VIEW ledger_violations");
  await run("ALTER VIEW ledger_day_violations RENAME TO ledger_violations");
  await run(`
    ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check, DROP adjustment_id,
      ADD CONSTRAINT ledger_entries_check CHECK (num_nonnulls(sale_id, payout_id) = 1)`);
  await run(reasons(""));
  await run("DROP TABLE ledger_adjustments");
  await run("ALTER TABLE payouts DROP CONSTRAINT payouts_returned_check");
  await run(payoutChecks("'prepared', 'paid', 'failed'", "status = 'paid'"));
  await run("ALTER TABLE payouts DROP returned_at, DROP returned_by, DROP return_reason");
}
