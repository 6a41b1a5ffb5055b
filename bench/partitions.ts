/** The ledger's lines made a partitioned table without being copied: how long each step takes (docs/decisions/0099). */
import pg from "pg";
import { startPostgres } from "../dev/postgres/start-postgres";
import { migrateToLatest } from "../migrations/migrate";
import { fillLedger } from "./ledger-fill";

/** Each sale has three lines. */
const sales = 333_334;

const guard = "ledger_append_only";

const boundary = "2100-01-01";

export interface PartitionStep {
  what: string;
  /** In milliseconds. */
  took: number;
  /** Whether nobody can read or write the ledger meanwhile. */
  locks: boolean;
}

/** Fills a temporary database, attaches its ledger as the first partition, and posts to the second. */
export async function measurePartitioning(): Promise<PartitionStep[]> {
  const server = await startPostgres({ ephemeral: true });
  try {
    await migrateToLatest(server.url);
    const { payout } = await fillLedger(server.url, sales, 1);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      const steps: PartitionStep[] = [];
      const run = async (what: string, locks: boolean, statements: readonly string[]) => {
        const start = performance.now();
        for (const statement of statements) await client.query(statement);
        steps.push({ what, took: performance.now() - start, locks });
      };
      const before = await fingerprint(client);
      await run("unique index of (id, created_at)", false, [
        "CREATE UNIQUE INDEX CONCURRENTLY ledger_lines_dated_idx ON ledger_lines (id, created_at)",
      ]);
      await run("bound of the first partition", false, [
        `ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_bound CHECK (created_at < '${boundary}') NOT VALID`,
        "ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_bound",
      ]);
      const exchange = await planExchange(client);
      await run("exchange of the table", true, ["BEGIN", ...exchange, "COMMIT"]);
      await requireSame(before, await fingerprint(client));
      await requirePosting(client, payout.id);
      return steps;
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

/** Statements that make `ledger_lines` a partitioned table whose first partition is the present one. */
async function planExchange(client: pg.Client): Promise<string[]> {
  const list = async (text: string) => (await client.query<{ sql: string }>(text)).rows.map(({ sql }) => sql);
  const on = "'ledger_lines'::regclass";
  const indexes = await list(
    `SELECT replace(pg_get_indexdef(indexrelid), ' INDEX ' || indexrelid::regclass, ' INDEX') AS sql FROM pg_index
     WHERE indrelid = ${on} AND NOT indisunique`,
  );
  const triggers = `pg_trigger WHERE tgrelid = ${on} AND NOT tgisinternal`;
  const keys = await list(
    `SELECT format('ALTER TABLE ledger_lines ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS sql
     FROM pg_constraint WHERE conrelid = ${on} AND contype = 'f'`,
  );
  const rights = await list(
    `SELECT format('GRANT %s ON ledger_lines TO %I', string_agg(privilege_type, ', '), grantee) AS sql
     FROM information_schema.role_table_grants WHERE table_name = 'ledger_lines' AND grantee <> current_user GROUP BY grantee`,
  );
  const grantees = await list(
    "SELECT DISTINCT format('REVOKE ALL ON ledger_lines_first FROM %I', grantee) AS sql FROM information_schema.role_table_grants WHERE table_name = 'ledger_lines' AND grantee <> current_user",
  );
  // A view keeps naming the table that it was made for.
  const views = await list(
    `SELECT DISTINCT format('CREATE OR REPLACE VIEW %s AS %s', ev_class::regclass, pg_get_viewdef(ev_class)) AS sql
     FROM pg_depend JOIN pg_rewrite ON pg_rewrite.oid = objid
     WHERE refobjid = ${on} AND classid = 'pg_rewrite'::regclass AND ev_class <> refobjid`,
  );
  return [
    // A trigger of statements guards the table that the statement names: each partition keeps its own.
    ...(await list(
      `SELECT format('DROP TRIGGER %I ON ledger_lines', tgname) AS sql FROM ${triggers} AND tgname <> '${guard}'`,
    )),
    "ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_pkey",
    "ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_first_pkey PRIMARY KEY USING INDEX ledger_lines_dated_idx",
    "ALTER TABLE ledger_lines RENAME TO ledger_lines_first",
    `CREATE TABLE ledger_lines (LIKE ledger_lines_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at)`,
    "ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_bound, ADD PRIMARY KEY (id, created_at)",
    ...indexes,
    ...keys,
    ...rights,
    `ALTER TABLE ledger_lines ATTACH PARTITION ledger_lines_first FOR VALUES FROM (MINVALUE) TO ('${boundary}')`,
    `CREATE TABLE ledger_lines_second PARTITION OF ledger_lines FOR VALUES FROM ('${boundary}') TO (MAXVALUE)`,
    ...(await list(`SELECT pg_get_triggerdef(oid) AS sql FROM ${triggers}`)),
    ...(await list(
      `SELECT replace(pg_get_triggerdef(oid), ' ON public.ledger_lines ', ' ON ledger_lines_second ') AS sql
       FROM ${triggers} AND tgname = '${guard}'`,
    )),
    ...grantees,
    ...views,
  ];
}

/** What must not change: the lines, the indexes and the result of the proof. */
async function fingerprint(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `SELECT count(*), sum(amount_cents), sum(id), (SELECT count(*) FROM ledger_violations) AS wrong FROM ledger_lines`,
  );
  return JSON.stringify(rows[0]);
}

function requireSame(before: string, after: string): void {
  if (before !== after) throw new Error(`the ledger was ${before} and is ${after}`);
}

/** Posts a pair of lines to the second partition through the ledger's triggers. */
async function requirePosting(client: pg.Client, payoutId: string): Promise<void> {
  await client.query(
    `WITH entry AS (
       INSERT INTO ledger_entries (reason, payout_id, created_at) VALUES ('payout', $1, '${boundary}') RETURNING id)
     INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, balance_after_cents, created_at)
     SELECT entry.id, creator_id, account, 'BRL', cents, 0, '${boundary}'
     FROM entry, payouts, (VALUES ('bank', -1), ('in_transit', 1)) AS side (account, cents) WHERE payouts.id = $1`,
    [payoutId],
  );
  const { rows } = await client.query(
    "SELECT count(*)::int AS lines, min(balance_after_cents)::int AS least FROM ledger_lines_second",
  );
  if (rows[0]?.lines !== 2 || rows[0]?.least !== -1) throw new Error("the second partition got no lines");
  for (const statement of [
    "UPDATE ledger_lines SET amount_cents = 1",
    "DELETE FROM ledger_lines_first WHERE false",
    "DELETE FROM ledger_lines_second",
  ]) {
    const refused = await client.query(statement).then(
      () => false,
      () => true,
    );
    if (!refused) throw new Error(`the ledger takes: ${statement}`);
  }
}
