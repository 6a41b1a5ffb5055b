/** The orders and filters of the marketplace: every video exactly once, page by page, by the index of each order. */
import { beforeAll, describe, expect, test } from "vitest";
import { shelfCandidates } from "~/features/shop/catalog/shelf-rules";
import { parseShopCursor } from "~/features/shop/catalog/shop-cursor.server";
import { courseTopic, type Sort, sorts } from "~/features/shop/catalog/shop-filters";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import { topicSlugs } from "~/features/videos/listing/topic";
import { videosPerPage } from "~/features/videos/pictures/video-cards.queries.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { readingOf } from "../../../support/query-plan";
import { addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const count = 5_000;

/** Few prices and figures, so that every order has many equals, some of one millisecond. */
beforeAll(async () => {
  const creatorId = await addCreator(db);
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at, created_at,
         topic_slug, sales_count, rating_rank, currency, lesson_count)
       SELECT $1::uuid, 'Aula ' || n, 'x', 500 + n % 7 * 1000, CASE WHEN n % 200 = 0 THEN 'course' ELSE 'cloudflare' END,
         CASE WHEN n % 200 > 0 THEN 'v/' || n END, now(), now() - n / 3 * interval '1 minute',
         CASE WHEN n % 50 = 0 THEN 'musica' END, n % 5, n % 4 * 100, CASE WHEN n % 70 = 0 THEN 'USD' ELSE 'BRL' END,
         CASE WHEN n % 200 = 0 THEN 2 END
       FROM generate_series(1, $2::int) AS n`,
      [creatorId, count],
    );
    await settleTables(client, "videos");
  });
}, 120_000);

/** Without the scans for lessons that are sold only in courses. */
const readingOfList = (query: Parameters<typeof listShopVideos>[1]) =>
  readingOf(pool, "videos", (listening) => listShopVideos(listening, query), "videos");

async function readAll(query: Parameters<typeof listShopVideos>[1], pages = 100): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < pages && (page === 0 || next); page += 1) {
    const after = parseShopCursor(next ?? null, query.sort ?? "newest");
    const read = await listShopVideos(db, { ...query, after });
    ids.push(...read.rows.map(({ id }) => id));
    next = read.next;
  }
  return ids;
}

const keys = {
  newest: () => 0,
  bestsellers: ({ sales_count }) => sales_count,
  rating: ({ rating_rank }) => rating_rank,
  "price-up": ({ price_cents }) => -price_cents,
  "price-down": ({ price_cents }) => price_cents,
} satisfies Record<Sort, (row: { sales_count: number; rating_rank: number; price_cents: number }) => number>;

describe.each(sorts)("the sort %s", (sort) => {
  test("lists every video once, and the newest first among equals", async () => {
    const rows = await db
      .selectFrom("videos")
      .select(["id", "created_at", "sales_count", "rating_rank", "price_cents"])
      .where("topic_slug", "=", "musica")
      .execute();
    const order = rows.sort(
      (a, b) =>
        keys[sort](b) - keys[sort](a) ||
        b.created_at.getTime() - a.created_at.getTime() ||
        (a.id < b.id ? 1 : -1),
    );
    expect(await readAll({ sort, topic: "musica" })).toEqual(order.map(({ id }) => id));
  });

  test("reads a deep page by an index, and no other row", async () => {
    const first = await readAll({ sort }, 60);
    expect(new Set(first).size).toBe(60 * videosPerPage);
    let next: string | undefined;
    for (let page = 0; page < 60; page += 1) {
      const after = parseShopCursor(next ?? null, sort);
      next = (await listShopVideos(db, { sort, after })).next;
    }
    const after = parseShopCursor(next ?? null, sort);
    const name = { newest: "shop", bestsellers: "bestsellers", rating: "rating" }[sort as string];
    const index = `videos_${name ?? sort.replace("-", "_")}_idx`;
    expect(await readingOfList({ sort, after })).toEqual({ indexes: [index], rows: videosPerPage + 1 });
  });
});

test("a topic is read by its index", async () => {
  expect(await readingOfList({ topic: "musica" })).toMatchObject({ indexes: ["videos_topic_idx"] });
});

test.each([
  ["courses", "videos_courses_idx", { topic: courseTopic, limit: 4 }],
  [
    "bestsellers",
    "videos_bestsellers_idx",
    { sort: "bestsellers", sold: true, limit: shelfCandidates.bestsellers },
  ],
] as const)("the shelf of %s is read by its index, and no other row", async (_, index, query) => {
  expect(await readingOfList(query)).toEqual({ indexes: [index], rows: query.limit + 1 });
});

test("a price limit includes that price, for prices in reais only", async () => {
  const ids = await readAll({ maxPriceCents: 500, sort: "price-down" });
  const rows = await db
    .selectFrom("videos")
    .select("id")
    .where("price_cents", "<=", 500)
    .where("currency", "=", "BRL")
    .execute();
  expect([...ids].sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(ids.length).toBeGreaterThan(videosPerPage);
});

test("the topics of the form are the fourteen of the table, with a name in each language", async () => {
  const [pt, en] = [await listTopics(db, "pt"), await listTopics(db, "en")];
  expect(pt.map(({ slug }) => slug)).toEqual([...topicSlugs]);
  expect(pt).toHaveLength(14);
  expect(pt[0]).toEqual({ slug: "musica", name: "Música", family: "making" });
  expect(en[0]).toEqual({ slug: "musica", name: "Music", family: "making" });
});
