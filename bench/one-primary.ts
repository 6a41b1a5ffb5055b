/** Sales settled by webhook with commits that reach the disk, in a small and a grown ledger. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { parentOf } from "../dev/processes/process-facts";
import { type AppUnderTest, startAppUnderTest } from "./app-under-test";
import { fillLedger } from "./ledger-fill";
import { median, processorSeconds, short } from "./load";
import { type Bench, ms, perSecond, type Row } from "./rows";
import { addVideo, deliver, perRound, roundOf } from "./webhooks";

/** One creator has all sales. The app runs no jobs. */
export async function* measureOnePrimary({ dir }: Bench): AsyncGenerator<Row> {
  for (const before of short ? [10_000] : [10_000, 200_000]) {
    const options = { variables: { SABIA_WORKER: "1" }, ephemeral: false };
    const app = await startAppUnderTest(join(dir, `primary-${before}`), options);
    const pool = new pg.Pool({ connectionString: app.env.DATABASE_URL, max: 2 });
    try {
      const { creatorId } = await fillLedger(app.env.DATABASE_URL ?? "", before, 1);
      const { rate, processor, left } = await settle(app, pool, creatorId);
      const { app: ofApp, database, bench } = processor;
      yield {
        what: `Sales settled by one primary that has ${before}, commits flushed`,
        app: perSecond(rate),
        result: `${ms(database)} of PostgreSQL, ${ms(ofApp)} of the app, ${ms(bench)} of the bench each`,
      };
      // In all tables but the queue's, with indexes and dead rows.
      yield {
        what: "What a sale leaves, the queue's jobs apart",
        app: `${left.rows} rows, ${Math.round(left.bytes)} bytes, ${Math.round(left.walBytes)} of WAL`,
        result: left.tables,
      };
    } finally {
      await pool.end();
      await app.stop();
    }
  }
}

/** Figures of one sale; the rate is the median of the rounds. */
async function settle(app: AppUnderTest, pool: pg.Pool, creatorId: string) {
  const videoId = await addVideo(pool, creatorId);
  const secret = app.env.STRIPE_WEBHOOK_SECRET ?? "";
  const round = roundOf(pool, videoId, ({ body }) => deliver(app.url, body, secret));
  // Does not count: in its first hundreds of sales, a process takes half as long again.
  await round();
  const count = perRound * (short ? 3 : 5);
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
  const seconds = () => ({
    app: processorSeconds(app.pid),
    database: familySeconds(postmaster),
    bench: processorSeconds(process.pid),
  });
  const sizes = await readSizes(pool);
  const spent = seconds();
  const rates: number[] = [];
  while (rates.length * perRound < count) rates.push(await round());
  const now = seconds();
  const grown = await readSizes(pool);
  const each = (name: keyof typeof spent) => (1_000 * (now[name] - spent[name])) / count;
  const perSale = (name: string) => {
    const [from, to] = [sizes.get(name), grown.get(name)];
    return {
      name,
      rows: Math.round(((to?.rows ?? 0) - (from?.rows ?? 0)) / count),
      bytes: ((to?.bytes ?? 0) - (from?.bytes ?? 0)) / count,
    };
  };
  const { bytes: walBytes } = perSale(wal);
  const tables = [...grown.keys()].filter((name) => name !== wal).map(perSale);
  const largest = tables.sort((a, b) => b.bytes - a.bytes).filter(({ rows }) => rows > 0);
  return {
    rate: median(rates),
    processor: { app: each("app"), database: each("database"), bench: each("bench") },
    left: {
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
      walBytes,
      tables: largest.map(({ name, rows, bytes }) => `${rows} ${name} ${Math.round(bytes)}`).join(", "),
    },
  };
}

const wal = "write-ahead log";

async function readSizes(pool: pg.Pool): Promise<Map<string, { rows: number; bytes: number }>> {
  const { rows } = await pool.query<{ name: string; rows: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes,
       (xpath('//c/text()', query_to_xml(format('SELECT count(*) AS c FROM %s', oid::regclass), true, true, '')))[1]::text AS rows
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT $1, pg_current_wal_insert_lsn() - '0/0', '0'`,
    [wal],
  );
  return new Map(rows.map((row) => [row.name, { rows: Number(row.rows), bytes: Number(row.bytes) }]));
}

/** With children and those that have ended. */
function familySeconds(pid: number): number {
  const others = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return [pid, ...others.filter((other) => parentOf(other) === pid)].reduce(
    (sum, each) => sum + processorSeconds(each, { ended: true }),
    0,
  );
}
