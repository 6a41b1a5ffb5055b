/**
 * The shop among 1,000,000 videos, 1,000,000 sales and 1,000,000 reviews: sorts, filters, misspelt searches, related
 * videos and reviews, each as the app's own function asks for it. `SHOP_VIDEOS` takes another number.
 */
import pg from "pg";
import { listMarketplace } from "../app/features/shop/catalog/list-marketplace.server";
import { listNearestVideos, listShopVideos } from "../app/features/shop/catalog/shop-videos.queries.server";
import { showRelated } from "../app/features/shop/catalog/show-related.server";
import {
  listCreatorReviews,
  listVideoReviews,
  reviewsPerPage,
} from "../app/features/shop/reviews/reviews.queries.server";
import { showReviewsOf } from "../app/features/shop/reviews/show-reviews.server";
import { saveReview } from "../app/features/shop/reviews/write-review.server";
import { searchTerms } from "../app/features/shop/search/search-terms";
import { type Sort, sorts } from "../app/features/shop/search/shop-filters";
import { type Db, openDatabase } from "../app/platform/db.server";
import { startPostgres } from "../dev/postgres/start-postgres";
import { migrateToLatest } from "../migrations/migrate";
import { median } from "./load";
import { fillVideos, timed } from "./search";

const videos = Number(process.env.SHOP_VIDEOS ?? 1_000_000);
const people = 100_000;
/** Reviews of the video that has the most. */
const maxReviews = videos / 20;

export interface ShopTime {
  what: string;
  /** Milliseconds per call, with the database. */
  app: number;
}

/** Fills a temporary database and measures each question: medians of three rounds of fifteen calls. */
export async function measureShop(): Promise<{ videos: number; times: ShopTime[] }> {
  const server = await startPostgres({ ephemeral: true });
  try {
    await migrateToLatest(server.url);
    await fillVideos(server.url, videos);
    const known = await fillPeople(server.url);
    const { db } = openDatabase(server.url, () => {});
    try {
      const times: ShopTime[] = [];
      for (const [what, ask] of await questionsOf(db, known)) {
        await ask();
        const rounds: number[] = [];
        for (let round = 0; round < 3; round += 1) rounds.push(await timed(ask, 15));
        times.push({ what, app: median(rounds) });
        console.error(`  ${what}: ${times.at(-1)?.app.toFixed(1)} ms`);
      }
      return { videos, times };
    } finally {
      await db.destroy();
    }
  } finally {
    await server.stop();
  }
}

interface Known {
  /** The video with the most sales and reviews. */
  best: { id: string; title: string; creator_id: string; topic_slug: string | null };
  buyerId: string;
  /** For each order, a place in the middle of the list. */
  middle: Record<Sort, { createdAt: Date; id: string; key: number }>;
}

type Question = readonly [what: string, ask: () => Promise<void>];

async function questionsOf(db: Db, { best, buyerId, middle }: Known): Promise<Question[]> {
  const services = { db, clock: () => new Date() };
  const found = async (rows: Promise<readonly unknown[]>) => {
    if ((await rows).length === 0) throw new Error("nothing found");
  };
  const list = (query: Parameters<typeof listShopVideos>[1]) => () =>
    found(listShopVideos(db, query).then(({ rows }) => rows));
  const near = (typed: string): Question => [
    `misspelt search (\`${typed}\`)`,
    () => found(listNearestVideos(db, searchTerms(typed), {}).then(({ rows }) => rows)),
  ];
  const marketplace = { search: "", topic: "", sort: "newest", maxPrice: "" } as const;
  const [middleReview] = (
    await db
      .selectFrom("reviews")
      .select(["created_at", "id"])
      .where("video_id", "=", best.id)
      .orderBy("created_at", "desc")
      .offset(Math.floor(maxReviews / 2))
      .limit(1)
      .execute()
  ).map(({ created_at, id }) => ({ createdAt: created_at, id }));
  const by = { userId: buyerId, email: "buyer-1@example.com", address: null, browser: null, at: new Date() };
  return [
    ...sorts.flatMap((sort): Question[] => [
      [`by ${sort}: first page`, list({ sort })],
      [`by ${sort}: page in the middle`, list({ sort, after: middle[sort] })],
    ]),
    ["a topic", list({ topic: "musica" })],
    ["a topic, best rated", list({ topic: "musica", sort: "rating" })],
    ["up to R$ 30", list({ maxPriceCents: 3_000 })],
    ["up to R$ 10.05 (1 in 1,500), best sellers", list({ maxPriceCents: 1_005, sort: "bestsellers" })],
    [
      "a topic up to R$ 10.05, price down",
      list({ topic: "musica", maxPriceCents: 1_005, sort: "price-down" }),
    ],
    near("violao inicante"),
    near("fotogrfia"),
    [
      "the marketplace with its shelves",
      () =>
        found(listMarketplace(services, { userId: buyerId }, marketplace, null).then((page) => page.videos)),
    ],
    [
      "related videos and more by the creator",
      () => found(showRelated(services, undefined, best).then(({ others }) => others.related)),
    ],
    [
      "reviews of a video, with figures, as the sales page shows them",
      () =>
        found(
          showReviewsOf(db, best.id, { viewer: undefined, locale: "pt" }).then(
            (shown) => shown?.reviews ?? [],
          ),
        ),
    ],
    [
      `reviews: page after ${(maxReviews / 2).toLocaleString("en")}`,
      () =>
        found(
          listVideoReviews(db, {
            videoId: best.id,
            after: middleReview && { ...middleReview, rating: 1 },
            limit: reviewsPerPage,
          }).then(({ rows }) => rows),
        ),
    ],
    [
      "reviews of a creator",
      () => found(listCreatorReviews(db, { creatorId: best.creator_id, limit: 4 }).then(({ rows }) => rows)),
    ],
    [
      "one review saved again",
      async () => {
        const saved = await saveReview(services, {
          videoId: best.id,
          form: { rating: 5, text: "Ótima" },
          by,
        });
        if (!saved.ok) throw new Error("the review was refused");
      },
    ],
  ];
}

/**
 * Adds buyers, a sale and a review for each video on average, and the figures they sum up to. Triggers are off
 * meanwhile: they would take hours. A few videos have most of the sales, and one has a twentieth of all.
 */
async function fillPeople(url: string): Promise<Known> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("SELECT setseed(0.25)");
    await client.query(
      "INSERT INTO users (email) SELECT 'buyer-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [people],
    );
    await client.query(
      "CREATE TEMP TABLE buyer AS SELECT row_number() OVER () AS n, id FROM users WHERE email LIKE 'buyer-%'",
    );
    await client.query(
      "CREATE TEMP TABLE shown AS SELECT row_number() OVER (ORDER BY id) AS n, id, creator_id FROM videos",
    );
    await client.query("CREATE UNIQUE INDEX ON buyer (n)");
    await client.query("CREATE UNIQUE INDEX ON shown (n)");
    // Everyone buys some ten videos, the lower numbers more often; number 1 is bought by half of the people.
    await client.query(
      `CREATE TEMP TABLE bought AS
       SELECT DISTINCT ON (video_n, buyer_n) video_n, buyer_n, now() - random() * interval '1 year' AS at
       FROM (
         SELECT 1 + floor(power(random(), 3) * $1)::int AS video_n, 1 + floor(random() * $2)::int AS buyer_n
         FROM generate_series(1, $1::int)
         UNION ALL SELECT 1, n FROM generate_series(1, $3::int) AS n
       ) AS pairs`,
      [videos, people, maxReviews],
    );
    await client.query(
      `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
         creator_earnings_cents, status, paid_at, completed_at, created_at)
       SELECT shown.id, buyer.id, 1000, 'BRL', 1500, 150, 850, 'completed', at, at, at
       FROM bought JOIN shown ON shown.n = video_n JOIN buyer ON buyer.n = buyer_n`,
    );
    await client.query(
      `INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at)
       SELECT consumer_id, video_id, 'sale', id, completed_at FROM sales`,
    );
    await client.query(
      `INSERT INTO reviews (video_id, creator_id, author_id, rating, text, created_at)
       SELECT shown.id, creator_id, buyer.id, 1 + floor(power(random(), 0.4) * 5)::int, 'Gostei muito da aula.', at
       FROM bought JOIN shown ON shown.n = video_n JOIN buyer ON buyer.n = buyer_n`,
    );
    await client.query(
      `UPDATE videos SET sales_count = figures.n, review_count = figures.n, rating_total = total,
         rating_counts = counts, rating_rank = rating_rank_of(figures.n, total)
       FROM (
         SELECT video_id, count(*)::int AS n, sum(rating)::int AS total, ARRAY[
           count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2), count(*) FILTER (WHERE rating = 3),
           count(*) FILTER (WHERE rating = 4), count(*) FILTER (WHERE rating = 5)]::int[] AS counts
         FROM reviews GROUP BY video_id
       ) AS figures WHERE figures.video_id = videos.id`,
    );
    await client.query("CHECKPOINT");
    await client.query("VACUUM ANALYZE videos, sales, access_grants, reviews, users");
    const { rows: best } = await client.query<Known["best"]>(
      "SELECT videos.id, title, videos.creator_id, topic_slug FROM videos JOIN shown USING (id) WHERE shown.n = 1",
    );
    const { rows: buyers } = await client.query<{ id: string }>("SELECT id FROM buyer WHERE n = 1");
    const middle = {} as Known["middle"];
    const keys = {
      newest: "price_cents * 0",
      bestsellers: "sales_count",
      rating: "rating_rank",
      "price-up": "-price_cents",
      "price-down": "price_cents",
    } satisfies Record<Sort, string>;
    for (const sort of sorts) {
      const { rows } = await client.query<{ createdAt: Date; id: string; key: number }>(
        `SELECT created_at AS "createdAt", id, ${keys[sort]} AS key FROM videos
         ORDER BY ${keys[sort]} DESC, created_at DESC, id DESC OFFSET $1 LIMIT 1`,
        [Math.floor(videos / 2)],
      );
      if (rows[0]) middle[sort] = rows[0];
    }
    if (!best[0] || !buyers[0]) throw new Error("the database was not filled");
    return { best: best[0], buyerId: buyers[0].id, middle };
  } finally {
    await client.end();
  }
}
