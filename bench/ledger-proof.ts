/** The ledger proof: complete, then for a day's new sales from the checkpoint. */
import pg from "pg";
import { proveNewEntries } from "../app/features/ledger/ledger/ledger-proof.queries.server";
import { openDatabase } from "../app/platform/db.server";
import { startPostgres } from "../dev/postgres/start-postgres";
import { migrateToLatest } from "../migrations/migrate";
import { proveWholeLedger } from "../migrations/tools/prove-ledger";
import { fillLedger } from "./ledger-fill";
import { median } from "./load";

/** Sales in total (BENCH_SALES), and sales per day at 5,000,000 per year. */
const sales = Number(process.env.BENCH_SALES ?? 1_000_000);
const daily = Math.ceil(5_000_000 / 365);
const rounds = 3;

export interface ProofTimes {
  sales: number;
  daily: number;
  /** In seconds. */
  whole: number;
  day: number;
}

/** Fills a temporary database and measures: the median of three days. */
export async function measureProof(): Promise<ProofTimes> {
  const server = await startPostgres({ ephemeral: true });
  try {
    await migrateToLatest(server.url);
    await fillLedger(server.url, sales / 10, 10);
    await fillDays(server.url);
    const { violations, seconds: whole } = await proveWholeLedger(server.url);
    if (violations.length > 0) throw new Error(`the filled ledger has ${violations.length} violations`);
    const { db } = openDatabase(server.url, () => {});
    const taken: number[] = [];
    for (let day = 0; day < rounds; day += 1) {
      await addDay(server.url, sales + day * daily);
      const start = performance.now();
      const found = await proveNewEntries(db);
      taken.push((performance.now() - start) / 1000);
      if (found.length > 0) throw new Error(`a day has ${found.length} violations: ${found[0]?.what}`);
    }
    await db.destroy();
    return { sales, daily, whole, day: median(taken) };
  } finally {
    await server.stop();
  }
}

/** The daily totals, which filling leaves out. */
export async function fillDays(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    DELETE FROM ledger_days;
    INSERT INTO ledger_days
    SELECT line.currency, (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date,
      (hashtext(line.creator_id::text) & 7)::smallint, count(*) FILTER (WHERE account = 'creator'),
      sum(line.amount_cents) FILTER (WHERE account = 'platform'), sum(line.amount_cents) FILTER (WHERE account = 'creator')
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = entry_id
    WHERE entry.reason = 'sale' GROUP BY 1, 2, 3`);
  await client.end();
}

/** A day's sales, through the ledger's triggers. */
export async function addDay(databaseUrl: string, after: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
       status, created_at, paid_at, completed_at)
     SELECT (lpad(to_hex($1 + n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, ids[1 + n % 50],
       (SELECT id FROM users WHERE email = 'buyer@example.com'), 4990, 'BRL', 1500, 749, 4241, 'refunded', now(), now(), now()
     FROM generate_series(1, $2::int) AS n,
       (SELECT array_agg(videos.id) AS ids FROM videos JOIN users ON users.id = creator_id WHERE users.email LIKE 'other-%') AS offered`,
    [after, daily],
  );
  await client.query(
    `WITH entry AS (
       INSERT INTO ledger_entries (reason, sale_id, created_at)
       SELECT 'sale', (lpad(to_hex($1 + n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, now()
       FROM generate_series(1, $2::int) AS n RETURNING id, sale_id
     )
     INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at,
       balance_after_cents, created_at)
     SELECT entry.id, videos.creator_id, account, 'BRL', cents,
       CASE WHEN account = 'creator' THEN now() + interval '15 days' END, 0, now()
     FROM entry JOIN sales ON sales.id = sale_id JOIN videos ON videos.id = video_id,
       (VALUES ('creator', 4241), ('platform', 749), ('provider', -4990)) AS line (account, cents)`,
    [after, daily],
  );
  await client.query("COMMIT");
  await client.end();
}
