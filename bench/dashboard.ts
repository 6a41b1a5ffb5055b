/** The dashboard of a creator with 100,000 sales, against the SQL it needs. */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { loadDashboard } from "../app/features/studio/own-videos/creator-dashboard.server";
import { openDatabase } from "../app/platform/db.server";
import { createLog } from "../app/platform/log.server";
import type { DB } from "../app/platform/schema";
import type { AppUnderTest } from "./app-under-test";
import { inTurn, median } from "./load";

const videos = 40;
const salesPerVideo = 2_500;
/** Page loads and SQL runs in each of five rounds. */
const timesARound = 15;

/**
 * Adds 40 videos with 2,500 sales each over two years, and 500 creators with as many sales in total. Returns the
 * creator's id.
 */
export async function addCreatorWithSales(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user_id: string }>("SELECT user_id FROM creator_profiles LIMIT 1");
    const creatorId = rows[0]?.user_id ?? "";
    await client.query(
      "INSERT INTO users (email) SELECT 'bench-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [salesPerVideo],
    );
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
       SELECT creator, 'Aula ' || n, 'Em uma tarde.', 4990, 'cloudflare', creator || '/bench-' || n, now()
       FROM (SELECT $1::uuid AS creator, $2::int AS count
             UNION ALL (SELECT id, 4 FROM users WHERE email LIKE 'bench-%' LIMIT 500)) AS creators,
         LATERAL generate_series(1, count) AS n`,
      [creatorId, videos],
    );
    await client.query(
      `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
         status, created_at, paid_at, completed_at)
       SELECT video_id, buyer_id, 4990, 'BRL', 1500, 749, 4241, 'completed', at, at, at
       FROM (
         SELECT video.id AS video_id, buyer.id AS buyer_id, now() - random() * interval '730 days' AS at
         FROM (SELECT id, creator_id FROM videos WHERE video_url LIKE '%/bench-%') AS video
         JOIN (SELECT id, row_number() OVER () AS n FROM users WHERE email LIKE 'bench-%') AS buyer
           ON buyer.n <= CASE WHEN video.creator_id = $1 THEN $2::int ELSE 50 END
       ) AS sold`,
      [creatorId, salesPerVideo],
    );
    // The temporary PostgreSQL flushes its log late, and VACUUM ignores commits that are not in it.
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE sales, videos");
    return creatorId;
  } finally {
    await client.end();
  }
}

export interface DashboardTimes {
  /** Milliseconds for the whole page. */
  app: number;
  /** Milliseconds for the page's statements, run concurrently on plain connections. */
  bare: number;
}

/** Measures both in turn: medians of five rounds. Must run last, because it fills the tables. */
export async function measureDashboard(app: AppUnderTest): Promise<DashboardTimes> {
  const databaseUrl = app.env.DATABASE_URL ?? "";
  const creatorId = await addCreatorWithSales(databaseUrl);
  const statements = await listStatements(databaseUrl, creatorId);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  try {
    const page = () =>
      timed(async () => {
        const answer = await fetch(`${app.url}/creator/dashboard`, { headers: { Cookie: app.cookie } });
        const text = await answer.text();
        if (!text.includes("100.000"))
          throw new Error(`the dashboard answered ${answer.status} without its sales`);
      });
    const bare = () =>
      timed(async () => {
        await Promise.all(statements.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
      });
    await page();
    await bare();
    return await inTurn(5, page, bare);
  } finally {
    await pool.end();
  }
}

/** The page's statements, recorded from its own code. */
async function listStatements(databaseUrl: string, creatorId: string) {
  const { pool } = openDatabase(databaseUrl, () => {});
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  try {
    const log = createLog("error");
    await loadDashboard({ db, clock: () => new Date(), log }, { creatorId, after: undefined });
    return asked;
  } finally {
    await db.destroy();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < timesARound; time++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
