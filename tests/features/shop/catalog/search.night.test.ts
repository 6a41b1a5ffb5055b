import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { requiredWords } from "~/features/shop/catalog/search-suggestions";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { videosPerPage } from "~/features/videos/pictures/video-cards.queries.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { readingOf } from "../../../support/query-plan";
import { addCreator, addVideo } from "../../../support/rows";
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

// The plan has further steps for lessons that are sold only in courses; without such lessons they do not run.
const readingOfList = (options: Parameters<typeof listShopVideos>[1]) =>
  readingOf(pool, "videos", (listening) => listShopVideos(listening, options));

test.each([
  ["the first page", {}],
  ["a deep page", { after: { createdAt: new Date(Date.now() - 15_000 * 60_000), id: crypto.randomUUID() } }],
])("%s is read newest first, without extra rows", async (_, options) => {
  expect(await readingOfList(options)).toEqual({ indexes: ["videos_shop_idx"], rows: videosPerPage + 1 });
});

test.each([
  ["a common word", "violão"],
  ["one character", "A"],
  ["two characters", "ÃO"],
  ["signs and a letter", "s, a"],
  ["accented letters", "lão"],
])("%s is searched newest first until a page is full", async (_, search) => {
  const { indexes, rows } = await readingOfList({ search });
  expect(indexes).toEqual(["videos_shop_idx"]);
  expect(rows).toBeLessThan(8 * videosPerPage);
});

test("a common name of a creator is looked for in titles by its index, and then newest first", async () => {
  const { indexes, rows } = await readingOfList({ search: "criad" });
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
  expect(await readingOfList({ search })).toEqual({ indexes, rows });
});

test("a search finds everything that ILIKE finds, and titles with the same letters without accents", async () => {
  // Few characters, so that much is found: case and accents, what LIKE and pg_trgm treat apart, two that fold oddly.
  const sign = fc.constantFrom(..."aAbáÁãÃçß9 %_\\'-.🍨🎸\u0301İıΣς");
  const text = (maxLength: number) => fc.string({ unit: sign, minLength: 1, maxLength });
  const lines = fc.array(text(12), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lines, fc.array(text(4), { minLength: 30, maxLength: 30 }), async (titles, searches) => {
      const other = await addCreator(db);
      for (const title of titles) await addVideo(db, other, { title });
      for (const search of searches) {
        const { rows } = await listShopVideos(db, { search, creatorId: other });
        const found = rows.map(({ id }) => id);
        const words = requiredWords(search);
        const { rows: expected } = await sql<{ id: string }>`
          SELECT id FROM videos WHERE creator_id = ${other} AND plain(${search}) <> ''
            AND (strpos(plain(title), plain(${search})) > 0 OR (${words.length > 0} AND search_words @@ search_query(${words}::text[])))
          ORDER BY strpos(plain(title), plain(${search})) = 0, created_at DESC, id DESC`.execute(db);
        expect(found).toEqual(expected.map(({ id }) => id));
        const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
        const { rows: plainly } = await sql<{ id: string }>`
          SELECT id FROM videos WHERE creator_id = ${other} AND title ILIKE ${pattern}
            AND plain(${search}) <> ''`.execute(db);
        expect(found).toEqual(expect.arrayContaining(plainly.map(({ id }) => id)));
      }
      await db.deleteFrom("videos").where("creator_id", "=", other).execute();
    }),
    { numRuns: 6 },
  );
});
