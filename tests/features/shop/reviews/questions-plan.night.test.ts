/** Lists of a video with many questions are read by index, a page at a time. */
import { beforeAll, expect, test } from "vitest";
import { inboxPerPage, listInbox, listQuestions } from "~/features/shop/reviews/questions.queries.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { readingOf } from "../../../support/query-plan";
import { addConsumer, addCreator, addVideo } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
let creatorId: string;
let videoId: string;
let viewerId: string;
const limit = 10;

beforeAll(async () => {
  creatorId = await addCreator(db);
  [videoId, viewerId] = [await addVideo(db, creatorId), await addConsumer(db)];
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO question_posts (video_id, creator_id, author_id, text, created_at, solved_at, before_purchase, answered_at)
       SELECT $1::uuid, $2::uuid, $3::uuid, 'Pergunta ' || n, now() - n * interval '1 minute', CASE WHEN n % 2 = 0 THEN now() END,
         n % 3 = 0, CASE WHEN n % 3 = 0 THEN now() END
       FROM generate_series(1, 3000) AS n`,
      [videoId, creatorId, viewerId],
    );
    await settleTables(client, "question_posts", "videos", "users");
  });
}, 120_000);

/** What is read of the questions that are listed, without their answers. */
const readingOfPosts = (ask: Parameters<typeof readingOf>[2]) =>
  readingOf(pool, "question_posts", ask, "question_posts");

const after = { createdAt: new Date(Date.now() - 86_400_000), id: crypto.randomUUID() };

test.each([
  ["the first page", {}],
  ["a deep page", { after }],
  ["the first page before buying", { beforePurchase: true }],
  ["a deep page before buying", { beforePurchase: true, after }],
])("%s of a video's questions is read by its index, and no other row", async (_, page) => {
  const reading = await readingOfPosts((listening) =>
    listQuestions(listening, viewerId, { videoId, limit, ...page }),
  );
  expect(reading).toEqual({ indexes: ["question_posts_list_idx"], rows: limit + 1 });
});

test.each([
  ["the first page", {}],
  ["a deep page", { after: { ...after, isOpen: false } }],
])("%s of the inbox is read by its index, and no other row", async (_, page) => {
  const reading = await readingOfPosts((listening) =>
    listInbox(listening, { creatorId, onlyOpen: false, after: undefined, ...page }),
  );
  expect(reading).toEqual({ indexes: ["question_posts_inbox_idx"], rows: inboxPerPage + 1 });
});
