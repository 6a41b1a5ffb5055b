/** Sales settled by webhook with commits that reach the disk, in a small and a grown ledger. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startAppUnderTest } from "./app-under-test";
import { fillLedger } from "./ledger-fill";
import { median, processorSeconds, short } from "./load";
import { addSales, addVideo, deliver, perRound, perSecond } from "./webhooks";

export interface Carried {
  /** Sales in the ledger before. */
  before: number;
  /** Per second: the median of the rounds. */
  rate: number;
  /** Of a sale, in milliseconds. */
  processor: { app: number; database: number; bench: number };
  /** By a sale, in all tables but the queue's, with indexes and dead rows, and in the write-ahead log. */
  left: { rows: number; bytes: number; walBytes: number; tables: string };
}

/** One creator has all sales. The app runs no jobs. */
export async function* measureOnePrimary(dir: string): AsyncGenerator<Carried> {
  for (const before of short ? [10_000] : [10_000, 200_000]) {
    const options = { variables: { SABIA_WORKER: "1" }, ephemeral: false };
    const app = await startAppUnderTest(join(dir, `primary-${before}`), options);
    const pool = new pg.Pool({ connectionString: app.env.DATABASE_URL, max: 2 });
    try {
      const { creatorId } = await fillLedger(app.env.DATABASE_URL ?? "", before, 1);
      yield { before, ...(await settle(app, pool, creatorId)) };
    } finally {
      await pool.end();
      await app.stop();
    }
  }
}

type App = Awaited<ReturnType<typeof startAppUnderTest>>;

async function settle(app: App, pool: pg.Pool, creatorId: string): Promise<Omit<Carried, "before">> {
  const videoId = await addVideo(pool, creatorId);
  const secret = app.env.STRIPE_WEBHOOK_SECRET ?? "";
  const round = async () => {
    const sales = await addSales(pool, videoId, perRound);
    return perSecond(sales, ({ body }) => deliver(app.url, body, secret));
  };
  // Does not count: in its first hundreds of sales, a process takes half as long again.
  await round();
  const count = perRound * (short ? 3 : 5);
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0);
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

function parentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
}

/** With children and those that have ended. */
function familySeconds(pid: number): number {
  const children = readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(Number(name)) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)].reduce(
    (sum, each) => sum + processorSeconds(each, { ended: true }),
    0,
  );
}
