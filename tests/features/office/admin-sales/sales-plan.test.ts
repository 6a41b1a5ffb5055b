/** The administrators' list of sales reads, of many, only what it shows. */
import { beforeAll, expect, test } from "vitest";
import { adminSalesPerPage, listSales } from "~/features/office/admin-sales/admin-sales.queries.server";
import { decideSaleSearch } from "~/features/office/admin-sales/sale-search";
import { onServer } from "../../../support/on-server";
import { explain, type PlanStep, statementOf } from "../../../support/query-plan";
import { addConsumer, addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const [videos, sales, buyers] = [1_000, 30_000, 500];

beforeAll(async () => {
  const creatorId = await addCreator(db);
  const other = await addCreator(db);
  await addConsumer(db);
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      "INSERT INTO users (email) SELECT 'buyer-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [buyers],
    );
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at)
      SELECT CASE WHEN n <= 5 THEN $1::uuid ELSE $2::uuid END,
        'Violão, aula ' || n || CASE n WHEN 7 THEN ' de kalimba' ELSE '' END, 'x', 4990, 'cloudflare', 'v/' || n, now()
      FROM generate_series(1, $3::int) AS n`,
      [creatorId, other, videos],
    );
    await client.query(
      `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
        status, created_at)
      SELECT v.ids[1 + n % $1::int], u.ids[1 + n % $2::int], 4990, 'BRL', 1500, 749, 4241,
        CASE WHEN n % 1000 = 0 THEN 'processing' ELSE 'failed' END, now() - n * interval '1 minute'
      FROM generate_series(1, $3::int) AS n, (SELECT array_agg(id ORDER BY id) AS ids FROM videos) v,
        (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE email LIKE 'buyer-%') u`,
      [videos, buyers, sales],
    );
    await client.query(
      `INSERT INTO refunds (sale_id, amount_cents, status, channel, reason)
      SELECT id, 4990, CASE WHEN row_number() OVER (ORDER BY id) % 500 = 0 THEN 'failed' ELSE 'succeeded' END, 'provider',
        'admin'
      FROM sales WHERE status = 'failed' LIMIT 5000`,
    );
    await settleTables(client, "sales", "videos", "users", "refunds");
  });
}, 120_000);

const read = (step: PlanStep) =>
  (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];

test.each<[string, Parameters<typeof listSales>[1], number]>([
  ["the first page", {}, 2],
  [
    "a deep page",
    { after: { createdAt: new Date(Date.now() - 20_000 * 60_000), id: crypto.randomUUID() } },
    2,
  ],
  ["a rare state", { filter: "processing" }, 2],
  ["refunds that failed", { filter: "refundFailed" }, 2],
  ["a rare method", { method: "boleto" }, 2],
  ["a purchase number", { search: { by: "number", number: "SB-2222-22" } }, 2],
  ["one sale", { search: decideSaleSearch(crypto.randomUUID()) }, 2],
  ["Stripe's name", { search: decideSaleSearch("pi_nowhere") }, 2],
  ["a buyer", { search: decideSaleSearch("BUYER-7@example.com") }, 4],
  ["a title", { search: decideSaleSearch("kalimba") }, 4],
])("%s", async (_, asked, pages) => {
  const statement = await statementOf(pool, (listening) => listSales(listening, asked));
  const { steps } = await explain(pool, statement);
  const ofSales = steps.filter((step) => step["Relation Name"] === "sales");
  expect(ofSales.map((step) => step["Node Type"])).not.toContain("Seq Scan");
  expect(ofSales.reduce((sum, step) => sum + read(step), 0)).toBeLessThanOrEqual(
    pages * (adminSalesPerPage + 1) + pages,
  );
});
