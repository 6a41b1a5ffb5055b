import { type Kysely, sql } from "kysely";

const checks = {
  refunds_status_check: "CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'returned'))",
  refunds_no_key_reason_check: "CHECK (length(no_key_reason) BETWEEN 1 AND 200)",
  refunds_return_reason_check: "CHECK (length(return_reason) BETWEEN 1 AND 500)",
  refunds_returned_by_fkey: "FOREIGN KEY (returned_by) REFERENCES users ON DELETE RESTRICT",
  refunds_returned_check: `CHECK ((status = 'returned') = (returned_at IS NOT NULL)
    AND (returned_at IS NULL) = (returned_by IS NULL)
    AND (return_reason IS NULL OR returned_at IS NOT NULL)
    AND (status <> 'returned' OR channel = 'outside'))`,
  refunds_sent_with_key_check: `CHECK (channel <> 'outside' OR status NOT IN ('succeeded', 'returned')
    OR key_given_at IS NOT NULL OR no_key_reason IS NOT NULL)`,
};

export const inTransaction = false;

/**
 * A bank transfer to a buyer that the bank returned, as a payout may be, with the reason. When the buyer gave the Pix key of a
 * transfer: one is recorded as sent only with a key, or with an administrator's reason for having none. The trigger dates the
 * keys that the former release stores. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    ALTER TABLE refunds
      ADD COLUMN IF NOT EXISTS key_given_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS no_key_reason text,
      ADD COLUMN IF NOT EXISTS returned_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS returned_by uuid,
      ADD COLUMN IF NOT EXISTS return_reason text`);
  await run(`
    CREATE OR REPLACE FUNCTION refunds_date_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.key_given_at := now();
      RETURN NEW;
    END $$`);
  await run(`
    CREATE OR REPLACE TRIGGER refunds_date_key BEFORE INSERT OR UPDATE OF pix_key ON refunds FOR EACH ROW
      WHEN (NEW.pix_key IS NOT NULL AND NEW.key_given_at IS NULL) EXECUTE FUNCTION refunds_date_key()`);
  await run(`
    UPDATE refunds SET key_given_at = created_at
    WHERE key_given_at IS NULL AND channel = 'outside'
      AND (pix_key IS NOT NULL OR status = 'succeeded' OR reason = 'withdrawal')`);
  for (const [name, check] of Object.entries(checks)) {
    await run(`ALTER TABLE refunds DROP CONSTRAINT IF EXISTS ${name}`);
    await run(`ALTER TABLE refunds ADD CONSTRAINT ${name} ${check} NOT VALID`);
    await run(`ALTER TABLE refunds VALIDATE CONSTRAINT ${name}`);
  }
  await run("DROP INDEX CONCURRENTLY IF EXISTS refunds_undone_idx");
  await run(`
    CREATE INDEX CONCURRENTLY refunds_undone_idx ON refunds (created_at, sale_id)
      WHERE status IN ('failed', 'returned')`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP INDEX refunds_undone_idx");
  await run("DROP TRIGGER refunds_date_key ON refunds");
  await run("DROP FUNCTION refunds_date_key");
  await run(
    "ALTER TABLE refunds DROP CONSTRAINT refunds_sent_with_key_check, DROP CONSTRAINT refunds_returned_check",
  );
  await run("UPDATE refunds SET status = 'failed' WHERE status = 'returned'");
  await run(`
    ALTER TABLE refunds
      DROP CONSTRAINT refunds_status_check,
      ADD CONSTRAINT refunds_status_check CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')),
      DROP key_given_at, DROP no_key_reason, DROP returned_at, DROP returned_by, DROP return_reason`);
}
