import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listCreatorSales } from "~/features/studio/dashboard/creator-sales.queries.server";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { listLastDays } from "~/i18n/days";
import type { DB } from "~/platform/schema";
import { onServer } from "../../../../dev/postgres/on-server";
import { explain, type PlanStep, statementOf } from "../../../support/query-plan";
import { addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
let creatorId: string;
let count: number;

/** A creator among 40 with ten videos each and 150 sales per video, spread evenly over two years. */
beforeAll(async () => {
  for (let n = 0; n < 40; n++) creatorId = await addCreator(db);
  // A separate connection: the product's cancels a statement after 15 seconds, and a busy machine may take longer.
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      "INSERT INTO users (email) SELECT 'buyer-' || n || '@example.com' FROM generate_series(1, 150) AS n",
    );
    await client.query(`
    INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
    SELECT user_id, 'Aula ' || n, 'x', 4990, 'cloudflare', user_id || '/' || n, now()
    FROM creator_profiles, generate_series(1, 10) AS n`);
    // Sales and earnings with triggers disabled: 60,000 sales take a minute with them.
    await client.query("SET session_replication_role = replica");
    await client.query(`
    INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
      status, created_at, paid_at, completed_at)
    SELECT video_id, buyer_id, 4990, 'BRL', 1500, 749, 4241, 'completed', at, at, at
    FROM (
      SELECT videos.id AS video_id, users.id AS buyer_id,
        now() - interval '730 days' * row_number() OVER (PARTITION BY videos.creator_id ORDER BY users.id, videos.id) / 1500 AS at
      FROM videos, users WHERE users.email LIKE 'buyer-%'
    ) AS sold`);
    await client.query(`
    INSERT INTO payments (id, amount_cents, currency) SELECT payment_id, amount_cents, currency FROM sales;
    INSERT INTO sale_shares SELECT id, 'creator', creator_earnings_cents FROM sales;
    INSERT INTO sale_shares SELECT id, 'platform', platform_fee_cents FROM sales`);
    await client.query(
      "INSERT INTO ledger_entries (reason, sale_id, created_at) SELECT 'sale', id, paid_at FROM sales",
    );
    await client.query(`
    INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, balance_after_cents,
      created_at)
    SELECT entry.id, creator_id, 'creator', 'BRL', 4241, paid_at, 0, paid_at
    FROM ledger_entries entry JOIN sales ON sales.id = sale_id JOIN videos ON videos.id = video_id`);
    await settleTables(
      client,
      "sales",
      "payments",
      "sale_shares",
      "videos",
      "ledger_lines",
      "ledger_entries",
    );
  });
  count = await db
    .selectFrom("sales")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
    .then((row) => row.count);
}, 120_000);

const planOf = async (ask: (db: Kysely<DB>) => Promise<unknown>) =>
  (await explain(pool, await statementOf(pool, ask))).steps;

const stepsOn = (plans: PlanStep[], table: string) => plans.filter((plan) => plan["Relation Name"] === table);
const rowsRead = (plans: PlanStep[], table: string) =>
  stepsOn(plans, table).reduce((sum, plan) => sum + plan["Actual Rows"] * plan["Actual Loops"], 0);

async function countLinesSince(day: string): Promise<number> {
  const { count } = await db
    .selectFrom("ledger_lines")
    .where("creator_id", "=", creatorId)
    .where("created_at", ">=", new Date(`${day}T00:00:00-03:00`))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThan(0);
  return count;
}

test("the plans are measured on enough sales", () => expect(count).toBe(60_000));

describe("the dashboard of one creator among many", () => {
  const since = listLastDays(new Date())[0] ?? "";

  test("sums earnings from one index without reading others' sales", async () => {
    const plans = await planOf((listening) =>
      sumCreatorSales(listening, { creatorId, since, now: new Date() }),
    );
    expect(stepsOn(plans, "sales")).toMatchObject([
      { "Node Type": "Index Only Scan", "Index Name": "sales_earned_idx" },
    ]);
    expect(rowsRead(plans, "sales")).toBe(1_500);
  });

  test("reads the days of the chart from the index of their lines, and no older one", async () => {
    const plans = await planOf((listening) =>
      sumCreatorSales(listening, { creatorId, since, now: new Date() }),
    );
    expect(plans.flatMap((plan) => plan["Index Name"] ?? [])).toContain("ledger_lines_earned_idx");
    expect(rowsRead(plans, "ledger_lines")).toBe(await countLinesSince(since));
  });

  test.each([undefined, { createdAt: new Date(Date.now() - 86_400_000 * 300), id: crypto.randomUUID() }])(
    "reads the list from the index in order, after %j too, at most a page per video",
    async (after) => {
      const plans = await planOf((listening) => listCreatorSales(listening, { creatorId, after }));
      expect(stepsOn(plans, "sales")[0]).toMatchObject({
        "Node Type": "Index Scan",
        "Index Name": "sales_video_idx",
      });
      // Whether a later checkout replaced it is only asked of a sale that failed, by its buyer's sales.
      const onSales = plans.flatMap((plan) => plan["Index Name"] ?? []).filter((name) => /^sales/.test(name));
      expect(onSales).toEqual(["sales_video_idx", "sales_consumer_idx"]);
      expect(rowsRead(plans, "sales")).toBeLessThanOrEqual(10 * 21);
    },
  );
});
