import { beforeAll, expect, test } from "vitest";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { videosPerPage } from "~/features/videos/pictures/video-cards.queries.server";
import { onServer } from "../../../support/on-server";
import { explain, type PlanStep, statementsOf } from "../../../support/query-plan";
import { addCreator } from "../../../support/rows";
import { settleTables } from "../../../support/settle-tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services } = await startTestWorld();
const { db, pool } = services;
const count = 20_000;

/** Titles that share most of their words; one in two thousand has each rare word. */
beforeAll(async () => {
  const creatorId = await addCreator(db);
  // A separate connection: the product's cancels a statement after 15 seconds, and a busy machine may take longer.
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO videos (creator_id, title, description, price_cents, video_type, video_url, published_at, created_at)
    SELECT $1::uuid, (ARRAY['Violão', 'Crochê', 'Inglês', 'Xadrez'])[1 + n % 4] || ' para iniciantes, aula ' || n % 90
        || CASE n % 2000 WHEN 7 THEN ' de kalimba' WHEN 8 THEN ' 100%' WHEN 9 THEN ' 🎸' WHEN 10 THEN ' wq' WHEN 11 THEN ' çé!'
           ELSE '' END,
      'x', 4990, 'cloudflare', 'v/' || n, now(), now() - n * interval '1 minute'
    FROM generate_series(1, $2::int) AS n`,
      [creatorId, count],
    );
    await settleTables(client, "videos");
  });
}, 120_000);

/** Which indexes a list used on `videos`, and how many rows it read. */
async function readingOf(options: Parameters<typeof listShopVideos>[1]) {
  const statements = await statementsOf(pool, (listening) => listShopVideos(listening, options));
  const steps: PlanStep[] = [];
  for (const statement of statements) steps.push(...(await explain(pool, statement)).steps);
  const rowsOf = (step: PlanStep) =>
    (step["Actual Rows"] +
      (step["Rows Removed by Filter"] ?? 0) +
      (step["Rows Removed by Index Recheck"] ?? 0)) *
    step["Actual Loops"];
  return {
    // The plan has further steps for lessons that are sold only in courses; without such lessons they do not run.
    indexes: steps
      .filter((step) => step["Actual Loops"] > 0)
      .flatMap((step) => step["Index Name"] ?? [])
      .filter((name) => name.startsWith("videos_")),
    rows: steps
      .filter((step) => step["Relation Name"] === "videos")
      .reduce((sum, step) => sum + rowsOf(step), 0),
  };
}

test.each([
  ["the first page", {}],
  ["a deep page", { after: { createdAt: new Date(Date.now() - 15_000 * 60_000), id: crypto.randomUUID() } }],
])("%s is read newest first, without extra rows", async (_, options) => {
  expect(await readingOf(options)).toEqual({ indexes: ["videos_shop_idx"], rows: videosPerPage + 1 });
});

test.each([
  ["a common word", "violão"],
  ["one character", "A"],
  ["two characters", "ÃO"],
  ["signs and a letter", "s, a"],
  ["accented letters", "lão"],
])("%s is searched newest first until a page is full", async (_, search) => {
  const { indexes, rows } = await readingOf({ search });
  expect(indexes).toEqual(["videos_shop_idx"]);
  expect(rows).toBeLessThan(8 * videosPerPage);
});

test("a common name of a creator is looked for in titles by its index, and then newest first", async () => {
  const { indexes, rows } = await readingOf({ search: "criad" });
  expect(indexes).toEqual(["videos_title_trgm_idx", "videos_shop_idx"]);
  expect(rows).toBeLessThan(8 * videosPerPage);
});

const words = ["videos_title_trgm_idx", "videos_search_words_idx"];
const grams = ["videos_title_grams_idx"];

test.each<[string, string, string[], number]>([
  // Ten titles, which are read once more to leave them out of the other matches.
  ["a rare word", "KALIMBA", words, 20],
  ["a word that is nowhere", "xyzzy", words, 0],
  ["a rare and a common word in another order", "kalimba violão", words, 0],
  ["a rare word and two common ones", "iniciantes kalimba crochê", words, 0],
  ["a rare sign", "%", grams, 10],
  ["a sign that is nowhere", "_", grams, 0],
  ["an emoji", "🎸", grams, 10],
  ["an emoji that is nowhere", "🎹", grams, 0],
  ["two letters, rare together", "WQ", grams, 10],
  ["two letters, nowhere together", "aq", grams, 0],
  ["accented letters, rare together", "ÇÉ!", grams, 10],
  ["accented letters, nowhere together", "ãçé", words, 0],
])("%s is found by its index, without other rows", async (_, search, indexes, rows) => {
  expect(await readingOf({ search })).toEqual({ indexes, rows });
});
