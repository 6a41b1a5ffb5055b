import { type Kysely, sql } from "kysely";

/**
 * What came in on each day in São Paulo, refunds and disputes taken off on theirs: a running total, for the dashboard of the administrators, whose
 * sums over millions of lines would take seconds. Kept by a trigger and proved by `ledger_violations`. A day has eight rows, by its creators, so that
 * payments of different creators seldom wait for each other. And two indexes: payouts in order, and who is owed most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`
    CREATE TABLE ledger_days (
      currency text NOT NULL,
      day date NOT NULL,
      part smallint NOT NULL,
      sales integer NOT NULL,
      platform_cents bigint NOT NULL,
      creators_cents bigint NOT NULL,
      PRIMARY KEY (currency, day, part)
    )`);

  // What lines add up to by day. What is paid out to a creator leaves one of the three accounts for another.
  const sums = (lines: ReturnType<typeof sql>) => sql`
    SELECT line.currency, (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
      (hashtext(line.creator_id::text) & 7)::smallint AS part,
      (count(*) FILTER (WHERE entry.reason = 'sale' AND line.account IN ('creator', 'creator_held')
        AND line.amount_cents > 0))::integer AS sales,
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account = 'platform'), 0)::bigint AS platform_cents,
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('creator', 'in_transit', 'paid_out')), 0)::bigint
        AS creators_cents
    FROM ${lines} line JOIN ledger_entries entry ON entry.id = line.entry_id
    GROUP BY 1, 2, 3`;
  const some = sql`sales <> 0 OR platform_cents <> 0 OR creators_cents <> 0`;
  await run(sql`INSERT INTO ledger_days SELECT * FROM (${sums(sql`ledger_lines`)}) day WHERE ${some}`);
  await run(sql`
    CREATE FUNCTION ledger_run_days() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_days AS d SELECT * FROM (${sums(sql`added`)}) day WHERE ${some} ORDER BY currency, day, part
        ON CONFLICT (currency, day, part) DO UPDATE SET sales = d.sales + EXCLUDED.sales,
          platform_cents = d.platform_cents + EXCLUDED.platform_cents,
          creators_cents = d.creators_cents + EXCLUDED.creators_cents;
      RETURN NULL;
    END $$`);
  await run(sql`
    CREATE TRIGGER ledger_lines_run_days AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_run_days()`);

  await run(sql`ALTER VIEW ledger_violations RENAME TO ledger_line_violations`);
  await run(sql`
    CREATE VIEW ledger_violations AS
    SELECT * FROM ledger_line_violations
    UNION ALL
    SELECT 'day differs from its lines', concat_ws(' ', currency, day, part),
        (coalesce(d.platform_cents + d.creators_cents, 0) - coalesce(l.platform_cents + l.creators_cents, 0))::bigint
      FROM ledger_days d FULL JOIN (${sums(sql`ledger_lines`)}) l USING (currency, day, part)
      WHERE (coalesce(d.sales, 0), coalesce(d.platform_cents, 0), coalesce(d.creators_cents, 0))
        IS DISTINCT FROM (coalesce(l.sales, 0), coalesce(l.platform_cents, 0), coalesce(l.creators_cents, 0))`);

  await run(sql`CREATE INDEX payouts_newest_idx ON payouts (created_at DESC, id DESC)`);
  await run(sql`
    CREATE INDEX ledger_balances_owed_idx ON ledger_balances (balance_cents DESC, creator_id)
      WHERE account = 'creator' AND currency = 'BRL'`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX payouts_newest_idx, ledger_balances_owed_idx`.execute(db);
  await sql`DROP VIEW ledger_violations`.execute(db);
  await sql`ALTER VIEW ledger_line_violations RENAME TO ledger_violations`.execute(db);
  await sql`DROP TRIGGER ledger_lines_run_days ON ledger_lines`.execute(db);
  await sql`DROP FUNCTION ledger_run_days`.execute(db);
  await sql`DROP TABLE ledger_days`.execute(db);
}
