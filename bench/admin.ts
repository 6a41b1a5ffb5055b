/** The administrators' dashboard and lists: the app's query functions against plain SQL. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { wholeSpan } from "../app/features/base/form-fields/date-span";
import { sumRevenueByDay } from "../app/features/ledger/ledger/day-totals.queries.server";
import { listSales } from "../app/features/office/admin-sales/admin-sales.queries.server";
import { decideSaleSearch } from "../app/features/office/admin-sales/sale-search";
import { countWaiting } from "../app/features/office/dashboard/attention.queries.server";
import { sumPlatform } from "../app/features/office/dashboard/totals.queries.server";
import { listConsumers, listCreators } from "../app/features/office/people/people.queries.server";
import { openDatabase } from "../app/platform/db.server";
import type { DB } from "../app/platform/schema";
import { startPostgres } from "../dev/postgres/start-postgres";
import { migrateToLatest } from "../migrations/migrate";
import { explain, type Statement } from "../tests/support/query-plan";
import { inTurn, median } from "./load";
import { searchIndexes, withoutIndexes } from "./without-indexes";

const creators = 100_000;
const consumers = 1_000_000;
const videos = 200_000;
const sales = 5_000_000;
const repeats = 10;

export interface AdminTimes {
  what: string;
  /** Milliseconds per call, of the app's function and of plain SQL. */
  app: number;
  bare: number;
  /** Planning and execution time in PostgreSQL, in milliseconds. */
  database: number;
}

interface Question {
  what: string;
  ask: (db: Kysely<DB>) => Promise<unknown>;
  bare: string;
}

/** Start of each deep page: a tenth from the end. */
const deep = { createdAt: new Date("2025-03-15T12:00:00Z"), id: "ffffffff-ffff-4fff-bfff-ffffffffffff" };
const deepSql = `('${deep.createdAt.toISOString()}', '${deep.id}')`;
const month = { from: "2025-09-01", to: "2025-09-30", order: "newest" } as const;
const inMonth = "created_at >= '2025-09-01 03:00Z' AND created_at < '2025-10-01 03:00Z'";
const oldest = { ...wholeSpan, order: "oldest" } as const;

const person = "(SELECT id FROM users WHERE lower(email) = 'p-4321@example.com')";

function questionsOf(
  table: string,
  name: string,
  list: (...asked: Parameters<typeof listConsumers>) => Promise<unknown>,
): Question[] {
  const page = (where: string, order = "DESC") =>
    `SELECT id, user_id, full_name, email, created_at FROM ${table} WHERE ${where}
     ORDER BY created_at ${order}, id ${order} LIMIT 21`;
  return [
    { what: `${name}, first page`, ask: (db) => list(db, {}), bare: page("true") },
    {
      what: `${name}, deep page`,
      ask: (db) => list(db, { after: deep }),
      bare: page(`(created_at, id) < ${deepSql}`),
    },
    { what: `${name}, oldest first`, ask: (db) => list(db, { span: oldest }), bare: page("true", "ASC") },
    { what: `${name}, one month`, ask: (db) => list(db, { span: month }), bare: page(inMonth) },
    {
      what: `${name}, a rare name`,
      ask: (db) => list(db, { search: "kalimba" }),
      bare: page("search_text LIKE '%kalimba%'"),
    },
    {
      what: `${name}, a common name`,
      ask: (db) => list(db, { search: "joão" }),
      bare: page("search_text LIKE '%joao%'"),
    },
    {
      what: `${name}, an e-mail, oldest first`,
      ask: (db) => list(db, { search: "p-4321@", span: oldest }),
      bare: page("search_text LIKE '%p-4321@%'", "ASC"),
    },
  ];
}

function saleQuestions(): Question[] {
  const page = (where: string, order = "DESC") =>
    `SELECT sales.id, sales.created_at, title, amount_cents, sales.currency, status, duplicate, email
     FROM sales JOIN videos ON videos.id = video_id JOIN users ON users.id = consumer_id
     WHERE ${where} ORDER BY sales.created_at ${order}, sales.id ${order} LIMIT 31`;
  const at = inMonth.replaceAll("created_at", "sales.created_at");
  return [
    { what: "sales, first page", ask: (db) => listSales(db, {}), bare: page("true") },
    {
      what: "sales, deep page",
      ask: (db) => listSales(db, { after: deep }),
      bare: page(`(sales.created_at, sales.id) < ${deepSql}`),
    },
    { what: "sales, oldest first", ask: (db) => listSales(db, { span: oldest }), bare: page("true", "ASC") },
    { what: "sales, one month", ask: (db) => listSales(db, { span: month }), bare: page(at) },
    ...(["completed", "refunded", "disputed"] as const).flatMap((filter) => [
      {
        what: `sales, ${filter}`,
        ask: (db: Kysely<DB>) => listSales(db, { filter }),
        bare: page(`status = '${filter}'`),
      },
      {
        what: `sales, ${filter}, one month`,
        ask: (db: Kysely<DB>) => listSales(db, { filter, span: month }),
        bare: page(`status = '${filter}' AND ${at}`),
      },
    ]),
    {
      what: "sales, to give back by hand",
      ask: (db) => listSales(db, { filter: "byHand" }),
      bare: page(
        "sales.id IN (SELECT sale_id FROM refunds WHERE channel = 'outside' AND status = 'requested')",
      ),
    },
    {
      what: "sales, an e-mail, a buyer's or a creator's",
      ask: (db) => listSales(db, { search: decideSaleSearch("p-4321@example.com") }),
      bare: page(`sales.id IN (SELECT id FROM sales WHERE consumer_id = ${person}
        UNION ALL SELECT s.id FROM sales s JOIN videos v ON v.id = s.video_id WHERE v.creator_id = ${person})`),
    },
    {
      what: "sales, a rare title",
      ask: (db) => listSales(db, { search: decideSaleSearch("kalimba") }),
      bare: page("title ILIKE '%kalimba%'"),
    },
  ];
}

const dashboard: Question[] = [
  {
    what: "the dashboard's cards",
    ask: sumPlatform,
    bare: `SELECT (SELECT sum(number) FROM running_counts WHERE kind = 'creators'), (SELECT sum(number) FROM running_counts
      WHERE kind = 'consumers'), (SELECT sum(number) FROM running_counts WHERE kind = 'videos'),
      (SELECT sum(platform_cents) FROM ledger_days), (SELECT sum(platform_cents + creators_cents) FROM ledger_days)`,
  },
  {
    what: "the dashboard's chart",
    ask: (db) => sumRevenueByDay(db, { since: "2026-10-23" }),
    bare: "SELECT day, sum(platform_cents + creators_cents) FROM ledger_days WHERE day >= '2026-10-23' GROUP BY day",
  },
  {
    what: "the dashboard's list of what waits",
    ask: (db) => countWaiting(db, new Date()),
    bare: `SELECT (SELECT count(*) FROM disputes WHERE status = 'open'), (SELECT count(*) FROM payouts WHERE status = 'prepared'),
      (SELECT count(*) FROM refunds WHERE status = 'requested' AND channel = 'outside'),
      (SELECT count(*) FROM payment_events WHERE error IS NOT NULL OR settled_at IS NULL),
      (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = (SELECT max(id) FROM reconciliations WHERE finished_at IS NOT NULL)),
      (SELECT count(*) FROM videos WHERE published_at IS NULL AND deleted_at IS NULL AND created_at < now() - interval '1 day'),
      (SELECT count(*) FROM conversions WHERE state = 'failed'),
      (SELECT count(*) FROM (SELECT creator_id, balance_cents FROM ledger_balances WHERE account = 'creator' AND currency = 'BRL'
        AND balance_cents >= 100 ORDER BY balance_cents DESC LIMIT 100) AS owed
        WHERE balance_cents - (SELECT coalesce(sum(amount_cents), 0) FROM ledger_lines AS line
          WHERE line.creator_id = owed.creator_id AND currency = 'BRL' AND account = 'creator' AND available_at > now()) >= 100)`,
  },
];

/** Fills a temporary database and measures each query in turn: medians of five rounds. Takes some minutes. */
export async function measureAdmin(): Promise<AdminTimes[]> {
  const server = await startPostgres({ ephemeral: true });
  try {
    await migrateToLatest(server.url);
    await fill(server.url);
    const { db, pool } = openDatabase(server.url, () => {});
    try {
      const times: AdminTimes[] = [];
      for (const { what, ask, bare } of [
        ...dashboard,
        ...questionsOf("creator_profiles", "creators", (db, asked) => listCreators(db, asked, new Date())),
        ...questionsOf("consumer_profiles", "consumers", listConsumers),
        ...saleQuestions(),
      ]) {
        await ask(db);
        await pool.query(bare);
        const measured = await inTurn(
          5,
          () => timed(() => ask(db)),
          () => timed(() => pool.query(bare)),
        );
        times.push({ what, ...measured, database: await databaseTime(pool, ask) });
      }
      return times;
    } finally {
      await db.destroy();
    }
  } finally {
    await server.stop();
  }
}

/** PostgreSQL's time for all statements of a query: the median of nine. */
async function databaseTime(pool: pg.Pool, ask: Question["ask"]): Promise<number> {
  const asked: Statement[] = [];
  const listening = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  await ask(listening);
  const sums: number[] = [];
  for (let time = 0; time < 9; time++) {
    let sum = 0;
    for (const statement of asked) sum += (await explain(pool, statement)).milliseconds;
    sums.push(sum);
  }
  return median(sums);
}

/**
 * Fills the tables by SQL, without text indexes and triggers: people with common names, sales over two years, most of
 * them paid. Of the ledger only the running totals are filled, since these pages read nothing else.
 */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const set = `${searchIndexes} OR (tablename = 'sales' AND indexdef NOT LIKE '%UNIQUE%')`;
    await withoutIndexes(client, set, async () => {
      await client.query("SET session_replication_role = replica");
      await client.query("SET synchronous_commit = off");
      const nth = (prefix: string, n: string) =>
        `('${prefix}' || lpad(to_hex(${n}), 7, '0') || '-0000-4000-8000-000000000000')::uuid`;
      const at = (count: number) => `timestamptz '2024-11-20Z' + n * (interval '730 days' / ${count})`;
      await client.query(
        `INSERT INTO users (id, email) SELECT ${nth("a", "n")}, 'p-' || n || '@example.com' FROM generate_series(1, ${consumers}) AS n`,
      );
      const named = `(ARRAY['Ana', 'Bruno', 'João', 'Zélia'])[1 + n % 4] || ' Souza ' || CASE n % 20000 WHEN 7 THEN 'Kalimba' ELSE 'Lima' END`;
      for (const [table, count, columns, values] of [
        ["consumer_profiles", consumers, "", ""],
        ["creator_profiles", creators, ", country, pix_key", ", 'Brasil', 'p-' || n || '@pix.example'"],
      ] as const)
        await client.query(
          `INSERT INTO ${table} (user_id, full_name, email, created_at${columns})
         SELECT ${nth("a", "n")}, ${named}, 'p-' || n || '@example.com', ${at(count)}${values} FROM generate_series(1, ${count}) AS n`,
        );
      await client.query(
        `INSERT INTO videos (id, creator_id, title, description, price_cents, video_type, video_url, published_at, created_at)
       SELECT ${nth("b", "n")}, ${nth("a", `1 + n % ${creators}`)}, 'Aula ' || n || CASE n % 20000 WHEN 7 THEN ' de kalimba' ELSE '' END,
         'Em casa.', 4990, 'cloudflare', 'v/' || n, ${at(videos)}, ${at(videos)} FROM generate_series(1, ${videos}) AS n`,
      );
      await client.query(
        `INSERT INTO sales (id, video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
         status, created_at, paid_at, completed_at)
       SELECT ${nth("c", "n")}, ${nth("b", `1 + n % ${videos}`)}, ${nth("a", `1 + (n::bigint * 7919 % ${consumers})::int`)}, 4990, 'BRL', 1500, 749, 4241,
         CASE WHEN n % 50000 = 0 THEN 'disputed' WHEN n % 50 = 0 THEN 'refunded' ELSE 'completed' END,
         ${at(sales)}, ${at(sales)}, ${at(sales)} FROM generate_series(1, ${sales}) AS n ON CONFLICT DO NOTHING`,
      );
      await client.query(
        `INSERT INTO disputes (id, sale_id, amount_cents, status, reason, created_at)
       SELECT 'dp_' || id, id, 4990, 'open', 'fraud', created_at FROM sales WHERE status = 'disputed'`,
      );
      await client.query(
        `INSERT INTO ledger_balances SELECT ${nth("a", "n")}, account, 'BRL', cents + n % 1000
       FROM generate_series(1, ${creators}) AS n, (VALUES ('creator', 200000), ('platform', 37000), ('provider', -237000), ('paid_out', 12000)) AS line (account, cents)`,
      );
      await client.query(
        `INSERT INTO ledger_days SELECT 'BRL', date '2024-11-20' + d, part, 850, 640000, 3600000
       FROM generate_series(0, 730) AS d, generate_series(0, 7) AS part`,
      );
      // The triggers were disabled.
      await client.query(
        `DELETE FROM running_counts; INSERT INTO running_counts SELECT kind, part, n / 16
       FROM (VALUES ('creators', ${creators}), ('consumers', ${consumers}), ('videos', ${videos})) AS c (kind, n), generate_series(0, 15) AS part`,
      );
    });
    // The temporary PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it.
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < repeats; time++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return median(taken);
}
