import { type Kysely, sql } from "kysely";
import { requireSubject } from "./0095-ledger-lines-of-their-subject.js";
import { defineProofs, runAudit } from "./0097-ledger-proof-of-all-accounts.js";
import { hashEntries } from "./0099-ledger-anchors.js";

const path = "search_path = pg_catalog, public, pg_temp";

/** What each account must hold because of a movement without a sale: `decideMovementPosition` in SQL. */
const positions = `
  SELECT movement.id AS movement_id, movement.currency, part.account, part.cents
  FROM provider_movements movement
  CROSS JOIN LATERAL (VALUES
    ('provider', -net_cents),
    ('provider_fees', CASE category WHEN 'fee' THEN net_cents ELSE -fee_cents END),
    ('bank', CASE WHEN category IN ('payout', 'payout_reversal') THEN net_cents + fee_cents ELSE 0 END),
    ('unexplained', CASE WHEN category IN ('fee', 'payout', 'payout_reversal') THEN 0 ELSE net_cents + fee_cents END)
  ) part (account, cents)
  WHERE movement.sale_id IS NULL AND movement.currency IN ('BRL', 'USD', 'EUR') AND part.cents <> 0`;

const runBalance = `
  INSERT INTO ledger_balances AS b (creator_id, account, currency, balance_cents)
    VALUES (NEW.creator_id, NEW.account, NEW.currency, NEW.amount_cents)
    ON CONFLICT (creator_id, account, currency)
      DO UPDATE SET balance_cents = b.balance_cents + EXCLUDED.balance_cents
    RETURNING b.balance_cents INTO NEW.balance_after_cents;`;

/** As in 0026, with what it does for a line's balance. */
const addLine = (balance: string) => `
  CREATE OR REPLACE FUNCTION ledger_run_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    ${balance}
    NEW.id := nextval('ledger_lines_id_seq');
    IF EXISTS (SELECT FROM ledger_entries WHERE id = NEW.entry_id
      AND (made_in, made_at) IS DISTINCT FROM (pg_current_xact_id(), transaction_timestamp()))
    THEN
      RAISE EXCEPTION 'ledger entry % is closed', NEW.entry_id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_entry_closed';
    END IF;
    RETURN NEW;
  END $$`;

const touch = (columns: string, values: string) => `
  CREATE OR REPLACE FUNCTION ledger_touch_7() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
  BEGIN
    INSERT INTO ledger_touched (${columns}) VALUES (${values});
    RETURN NULL;
  END $$`;

const touchTrigger = (condition: string) => `
  CREATE OR REPLACE TRIGGER ledger_touch_7 AFTER INSERT OR UPDATE ON provider_movements
    FOR EACH ROW ${condition} EXECUTE FUNCTION ledger_touch_7()`;

/** By table: constraints that only permit more, or that no earlier row breaks. */
const constraints = [
  [
    "ledger_lines",
    "ledger_lines_account_check",
    `CHECK (account IN ('provider', 'provider_fees', 'disputed', 'creator', 'creator_held', 'platform', 'platform_held', 'buyer',
      'loss', 'bank', 'in_transit', 'paid_out', 'unexplained'))`,
  ],
  [
    "ledger_lines",
    "ledger_lines_creator_check",
    "CHECK (creator_id IS NOT NULL OR account IN ('provider', 'provider_fees', 'bank', 'unexplained'))",
  ],
  [
    "ledger_entries",
    "ledger_entries_reason_check",
    `CHECK (reason IN ('sale', 'refund', 'dispute', 'fee', 'release', 'payout', 'return', 'adjustment', 'writeOff', 'repayment',
      'movement'))`,
  ],
  [
    "ledger_entries",
    "ledger_entries_check",
    "CHECK (num_nonnulls(sale_id, payout_id, adjustment_id, movement_id) = 1)",
  ],
  [
    "ledger_entries",
    "ledger_entries_subject_check",
    `CHECK (CASE
      WHEN reason IN ('sale', 'refund', 'dispute', 'fee', 'release') THEN num_nonnulls(sale_id)
      WHEN reason IN ('payout', 'return') THEN num_nonnulls(payout_id)
      WHEN reason = 'movement' THEN num_nonnulls(movement_id)
      ELSE num_nonnulls(adjustment_id) END = 1)`,
  ],
  [
    "ledger_entries",
    "ledger_entries_movement_id_fkey",
    "FOREIGN KEY (movement_id) REFERENCES provider_movements ON DELETE RESTRICT",
  ],
] as const;

/** What `down` restores: from 0008, 0027 and 0095. */
const formerConstraints = [
  [
    "ledger_lines",
    "ledger_lines_account_check",
    `CHECK (account IN ('provider', 'provider_fees', 'disputed', 'creator', 'creator_held', 'platform', 'platform_held', 'buyer',
      'loss', 'bank', 'in_transit', 'paid_out'))`,
  ],
  [
    "ledger_entries",
    "ledger_entries_reason_check",
    `CHECK (reason IN ('sale', 'refund', 'dispute', 'fee', 'release', 'payout', 'return', 'adjustment', 'writeOff', 'repayment'))`,
  ],
  ["ledger_entries", "ledger_entries_check", "CHECK (num_nonnulls(sale_id, payout_id, adjustment_id) = 1)"],
  [
    "ledger_entries",
    "ledger_entries_subject_check",
    `CHECK (CASE
      WHEN reason IN ('sale', 'refund', 'dispute', 'fee', 'release') THEN num_nonnulls(sale_id)
      WHEN reason IN ('payout', 'return') THEN num_nonnulls(payout_id)
      ELSE num_nonnulls(adjustment_id) END = 1) NOT VALID`,
  ],
] as const;

/** Posts the movements that were booked before; one that is posted is left out. */
const postEarlier = `
  WITH entry AS (
    INSERT INTO ledger_entries (reason, movement_id, created_at)
    SELECT 'movement', id, created_at FROM provider_movements
    WHERE id IN (SELECT movement_id FROM ledger_movement_positions)
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE movement_id = provider_movements.id)
    ORDER BY provider_movements.created_at, id
    RETURNING id, movement_id, created_at
  )
  INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, balance_after_cents, created_at)
  SELECT entry.id, NULL, account, currency, cents, 0, entry.created_at
  FROM entry JOIN ledger_movement_positions USING (movement_id)`;

export const inTransaction = false;

/**
 * Ledger entries for the provider's movements without a sale (docs/decisions/0119-entries-of-movements.md): payouts to the bank,
 * fees of the account, and what nothing explains yet. Their lines belong to no creator and have no running balance. The nightly
 * audit also names the days that differ from their anchor. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE reconciliations ADD COLUMN IF NOT EXISTS ledger_cents bigint");
  await run("ALTER TABLE ledger_touched ADD COLUMN IF NOT EXISTS movement_id text");
  await run("ALTER TABLE ledger_entries ADD COLUMN IF NOT EXISTS movement_id text");
  await run("ALTER TABLE ledger_lines ALTER creator_id DROP NOT NULL");
  for (const [table, name, constraint] of constraints) {
    await run(
      `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}, ADD CONSTRAINT ${name} ${constraint} NOT VALID`,
    );
    await run(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
  }
  await run("DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_movement_idx");
  await run(`
    CREATE INDEX CONCURRENTLY ledger_entries_movement_idx ON ledger_entries (movement_id) WHERE movement_id IS NOT NULL`);
  await run("DROP INDEX CONCURRENTLY IF EXISTS ledger_lines_of_none_idx");
  await run(`
    CREATE INDEX CONCURRENTLY ledger_lines_of_none_idx ON ledger_lines (account, currency) INCLUDE (amount_cents)
      WHERE creator_id IS NULL`);
  await run(`CREATE OR REPLACE VIEW ledger_movement_positions AS ${positions}`);
  await run(requireSubject({ movements: true }));
  await run(
    addLine(`
    IF NEW.creator_id IS NULL THEN
      NEW.balance_after_cents := 0;
    ELSE
      ${runBalance}
    END IF;`),
  );
  await run(touch("sale_id, movement_id", "NEW.sale_id, NEW.id"));
  await run(touchTrigger(""));
  await run(hashEntries({ movements: true }));
  await run(postEarlier);
  for (const statement of defineProofs({ movements: true })) await run(statement);
  await run(
    runAudit(`
      SELECT * FROM ledger_audit()
      UNION ALL
      SELECT 'audit: day differs from its anchor', to_char(day, 'YYYY-MM-DD'), 0::bigint FROM ledger_check_anchors() WHERE NOT is_same`),
  );
}

/** Deletes the entries of movements, so a sealed day that holds one differs from its anchor afterwards. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(runAudit("SELECT * FROM ledger_audit()"));
  for (const statement of defineProofs({ movements: false })) await run(statement);
  await run(hashEntries({ movements: false }));
  await run(touchTrigger("WHEN (NEW.sale_id IS NOT NULL)"));
  await run(touch("sale_id", "NEW.sale_id"));
  await run(addLine(runBalance));
  await run(requireSubject({ movements: false }));
  await run("DROP VIEW ledger_movement_positions");
  for (const table of ["ledger_lines", "ledger_entries"])
    await run(`ALTER TABLE ${table} DISABLE TRIGGER ledger_append_only`);
  await run("DELETE FROM ledger_lines WHERE creator_id IS NULL");
  await run("DELETE FROM ledger_entries WHERE movement_id IS NOT NULL");
  for (const table of ["ledger_lines", "ledger_entries"])
    await run(`ALTER TABLE ${table} ENABLE TRIGGER ledger_append_only`);
  await run("DROP INDEX ledger_lines_of_none_idx");
  await run("ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_creator_check");
  await run("ALTER TABLE ledger_lines ALTER creator_id SET NOT NULL");
  for (const [table, name, constraint] of formerConstraints)
    await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${constraint}`);
  // With its index and foreign key.
  await run("ALTER TABLE ledger_entries DROP movement_id");
  await run("ALTER TABLE ledger_touched DROP movement_id");
  await run("ALTER TABLE reconciliations DROP ledger_cents");
}
