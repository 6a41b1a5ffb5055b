/** The administrators' list of sales reads, of many, only what it shows. */
import { beforeAll, expect, test } from "vitest";
import { adminSalesPerPage, listSales, sumSales } from "~/features/office/sales/admin-sales.queries.server";
import { decideSaleSearch } from "~/features/office/sales/sale-search";
import { parseCursor } from "~/platform/keyset";
import { onServer } from "../../../../dev/postgres/on-server";
import { explain, rowsReadBy, statementOf } from "../../../support/query-plan";
import { addConsumer, addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const [videos, sales, buyers] = [1_000, 30_000, 500];
const owner = await addCreator(db);

beforeAll(async () => {
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
      [owner, other, videos],
    );
    await client.query(
      `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents, creator_earnings_cents,
        status, created_at)
      SELECT v.ids[1 + n % $1::int], u.ids[1 + n % $2::int], 10000 + n * 100, 'BRL', 1500, 1500 + n * 15, 8500 + n * 85,
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
    await settleTables(client, "sales", "payments", "videos", "users", "refunds");
  });
}, 120_000);

/** Counts the rows of sales that a list reads; none by a sequential scan. */
async function countRead(asked: Parameters<typeof listSales>[1]): Promise<number> {
  const statement = await statementOf(pool, (listening) => listSales(listening, asked));
  const { steps } = await explain(pool, statement);
  const ofSales = steps.filter((step) => step["Relation Name"] === "sales");
  expect(ofSales.map((step) => step["Node Type"])).not.toContain("Seq Scan");
  return ofSales.reduce((sum, step) => sum + rowsReadBy(step), 0);
}

test.each<[string, Parameters<typeof listSales>[1], number]>([
  ["the first page", {}, 2],
  [
    "a deep page",
    { after: { createdAt: new Date(Date.now() - 20_000 * 60_000), id: crypto.randomUUID() } },
    2,
  ],
  ["a rare state", { filter: "processing" }, 2],
  ["refunds that failed", { filter: "refundFailed" }, 2],
  ["videos without a file that plays", { filter: "unreadable" }, 2],
  ["a rare method", { method: "boleto" }, 2],
  ["a purchase number", { search: { by: "number", number: "SB-2222-22" } }, 2],
  ["one sale", { search: decideSaleSearch(crypto.randomUUID()) }, 2],
  ["Stripe's name", { search: decideSaleSearch("pi_nowhere") }, 2],
  ["a buyer", { search: decideSaleSearch("BUYER-7@example.com") }, 4],
  ["the highest amounts", { sort: "highest" }, 2],
  ["the lowest amounts", { sort: "lowest" }, 2],
  ["a creator", { creatorId: owner }, 12],
  ["a title", { search: decideSaleSearch("kalimba") }, 4],
])("the list of sales reads %s by an index, with few rows", async (_, asked, pages) => {
  expect(await countRead(asked)).toBeLessThanOrEqual(pages * (adminSalesPerPage + 1) + pages);
});

test("a deep page of sales by amount reads only its rows", async () => {
  const { id, created_at } = await db
    .selectFrom("sales")
    .select(["id", "created_at"])
    .orderBy("amount_cents", "desc")
    .offset(20_000)
    .limit(1)
    .executeTakeFirstOrThrow();
  const read = await countRead({ sort: "highest", after: { createdAt: created_at, id } });
  expect(read).toBeLessThanOrEqual(2 * (adminSalesPerPage + 1) + 3);
});

test("pages of sales by amount follow one another without a gap, with and without other filters", async () => {
  const read60 = async (asked: Parameters<typeof listSales>[1]) => {
    const first = await listSales(db, asked);
    const second = await listSales(db, { ...asked, after: parseCursor(first.next ?? null) });
    return [...first.rows, ...second.rows].map(({ amount_cents }) => amount_cents);
  };
  const highest = 10_000 + sales * 100;
  expect(await read60({ sort: "highest" })).toEqual(
    Array.from({ length: 60 }, (_, at) => highest - at * 100),
  );
  expect(await read60({ sort: "lowest" })).toEqual(Array.from({ length: 60 }, (_, at) => 10_100 + at * 100));
  const filtered = await read60({ sort: "lowest", creatorId: owner, filter: "failed" });
  expect(filtered).toHaveLength(60);
  expect(filtered).toEqual([...filtered].sort((a, b) => a - b));
});

test("the sums of a few sales read only the refunds and shares of these", async () => {
  const statement = await statementOf(pool, (listening) => sumSales(listening, { creatorId: owner }));
  const { steps } = await explain(pool, statement);
  const found = sales / (videos / 5);
  for (const table of ["refunds", "sale_shares"]) {
    const read = steps.filter((step) => step["Relation Name"] === table);
    expect(read.length, table).toBeGreaterThan(0);
    expect(
      read.reduce((sum, step) => sum + rowsReadBy(step), 0),
      table,
    ).toBeLessThanOrEqual(2 * found);
  }
});
