/** Lists about a much-bought video are read by index, a page at a time; figures equal the rows after many steps. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listRelatedCards } from "~/features/shop/catalog/related-videos.queries.server";
import { moderate } from "~/features/shop/reviews/moderate.server";
import { listCreatorReviews, listVideoReviews } from "~/features/shop/reviews/reviews.queries.server";
import { deleteReview, saveReview } from "~/features/shop/reviews/write-review.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { readingOf } from "../../../support/query-plan";
import { actorOf, addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { findRow, readRow, setRows } from "../../../support/tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const count = 2_000;
const limit = 10;
let creatorId: string;
let videoId: string;

/** Two videos, each bought and reviewed by all of 2,000 people. */
beforeAll(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  const otherId = await addVideo(db, creatorId);
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      "INSERT INTO users (email) SELECT 'buyer-' || n || '@example.com' FROM generate_series(1, $1::int) AS n",
      [count],
    );
    for (const id of [videoId, otherId]) {
      await client.query(
        `INSERT INTO sales (video_id, consumer_id, amount_cents, currency, platform_share_bp, platform_fee_cents,
           creator_earnings_cents, status, paid_at, completed_at, created_at)
         SELECT $1::uuid, id, 1000, 'BRL', 1500, 150, 850, 'completed', now(), now(), now() - random() * interval '9 days'
         FROM users WHERE email LIKE 'buyer-%'`,
        [id],
      );
      await client.query(
        `INSERT INTO reviews (video_id, creator_id, author_id, rating, text, created_at)
         SELECT $1::uuid, $2::uuid, id, 5, 'Ótima', now() - random() * interval '9 days' FROM users WHERE email LIKE 'buyer-%'`,
        [id, creatorId],
      );
    }
    await settleTables(client, "sales", "reviews", "videos", "users");
  });
}, 120_000);

const after = { rating: 5, createdAt: new Date(Date.now() - 5 * 86_400_000), id: crypto.randomUUID() };

test.each([
  ["the first page", {}, "reviews_video_idx"],
  ["a deep page", { after }, "reviews_video_idx"],
  ["the first page of the best", { order: "best" }, "reviews_best_idx"],
  ["a deep page of the best", { order: "best", after }, "reviews_best_idx"],
  ["the first page of the worst", { order: "worst" }, "reviews_worst_idx"],
  ["a deep page of the worst", { order: "worst", after }, "reviews_worst_idx"],
] as const)("%s of a video's reviews is read by its index, and no other row", async (_, page, index) => {
  const reading = await readingOf(pool, "reviews", (listening) =>
    listVideoReviews(listening, { videoId, limit, ...page }),
  );
  expect(reading).toEqual({ indexes: [index], rows: limit + 1 });
});

test("a creator's reviews are read by their index, and no other row", async () => {
  const reading = await readingOf(pool, "reviews", (listening) =>
    listCreatorReviews(listening, { creatorId, limit, after }),
  );
  expect(reading).toEqual({ indexes: ["reviews_creator_idx"], rows: limit + 1 });
});

test("related purchases are read of the newest 200 buyers only", async () => {
  const { rows } = await readingOf(pool, "sales", (listening) =>
    listRelatedCards(listening, {
      videoId,
      creatorId,
      topic: undefined,
      words: [],
      limits: { byCreator: 5, others: 24 },
    }),
  );
  // The buyers, and for each the two sales that they have.
  expect(rows).toBeLessThanOrEqual(200 * 3);
});

test("the figures of a video equal its rows in every order of 200 steps", async () => {
  const [author, admin] = [actorOf(await addConsumer(db)), actorOf(await addConsumer(db))];
  const reviewed = await addVideo(db, creatorId);
  const saleId = await addSale(db, { consumerId: author.userId, videoId: reviewed });
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const findReview = () => findRow(db, "reviews", { author_id: author.userId, video_id: reviewed });
  const setStatus = (status: "refunded" | "disputed" | "completed") =>
    setRows(db, "sales", { id: saleId }, { status });
  const decide = async (step: "hide" | "unhide") =>
    moderate(services, "reviews", { id: (await findReview())?.id ?? reviewed, step, reason: "x", by: admin });
  const steps: Record<string, () => Promise<unknown>> = {
    refunded: () => setStatus("refunded"),
    disputed: () => setStatus("disputed"),
    completed: () => setStatus("completed"),
    deleted: () => deleteReview(services, { videoId: reviewed, by: author }),
    hidden: () => decide("hide"),
    shown: () => decide("unhide"),
    saved: () =>
      saveReview(services, { videoId: reviewed, form: { rating: random(5) + 1, text: "" }, by: author }),
  };
  const done: string[] = [];
  for (let n = 0; n < 200; n += 1) {
    const name = Object.keys(steps)[random(7)] ?? "";
    done.push(name);
    await steps[name]?.();
    const [review, { status }] = [await findReview(), await readRow(db, "sales", { id: saleId }, "status")];
    const counts = review && status === "completed" && !review.hidden_at && !review.deleted_at ? 1 : 0;
    const { review_count } = await readRow(db, "videos", { id: reviewed }, "review_count");
    expect([done.slice(-5), review_count]).toEqual([done.slice(-5), counts]);
  }
  expect((await sql`SELECT * FROM figure_violations`.execute(db)).rows).toEqual([]);
});
