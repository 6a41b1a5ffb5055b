/** What the landing page shows, and a sales page besides its video. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listOwned, showLanding, showPopular } from "~/features/shop/catalog/show-landing.server";
import { ratingRank, showRelated } from "~/features/shop/catalog/show-related.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();

test("an empty shop has no shelf and no covers on the landing page", async () => {
  expect(await showLanding({ db }, () => {})).toEqual({ videosInShop: 0, shelf: [], stave: [] });
});

test("the landing page has the newest videos for sale and their count, and no other data of them", async () => {
  const creatorId = await addCreator(db, "Marina Duarte");
  const start = Date.parse("2026-11-20T12:00:00Z");
  for (let n = 0; n < 12; n += 1)
    await addVideo(db, creatorId, { title: `Vídeo ${n}`, now: new Date(start + n * 1_000) });
  await addVideo(db, creatorId, { title: "Ainda enviando", now: new Date(start + 20_000), published: false });
  const gone = await addVideo(db, creatorId, { title: "Retirado", now: new Date(start + 30_000) });
  await setRows(db, "videos", { id: gone }, { deleted_at: new Date() });
  await setRows(db, "videos", {}, { thumbnail_url: "/thumbnails/a.webp" });
  await setRows(db, "videos", { title: "Vídeo 6" }, { thumbnail_url: null });

  const { videosInShop, shelf, stave } = await showLanding({ db }, () => {});
  expect(videosInShop).toBe(12);
  expect(shelf.map(({ title }) => title)).toEqual(["Vídeo 11", "Vídeo 10", "Vídeo 9", "Vídeo 8"]);
  expect(stave.map(({ title }) => title)).toEqual(["Vídeo 7", "Vídeo 5", "Vídeo 4", "Vídeo 3"]);
  expect(shelf[0]).toMatchObject({ creator_name: "Marina Duarte" });
  expect(Object.keys(stave[0] ?? {}).sort()).toEqual(["id", "thumbnail_url", "title"]);
});

test("the landing page has the best sellers for sale, and the newest first among equals", async () => {
  for (const title of ["Vídeo 2", "Retirado"]) await setRows(db, "videos", { title }, { sales_count: 3 });
  const popular = await showPopular({ db });
  expect(popular.map(({ title }) => title)).toEqual(["Vídeo 2", "Vídeo 11", "Vídeo 10", "Vídeo 9"]);
  const shown = ["currency", "id", "price_cents", "thumbnail_url", "title"];
  expect(Object.keys(popular[0] ?? {}).sort()).toEqual(shown);
});

test("a learner's landing page marks the videos that they have bought, and no others", async () => {
  const { shelf } = await showLanding({ db }, () => {});
  const [bought, pending] = shelf.map(({ id }) => id);
  const consumerId = await addConsumer(db);
  await addSale(db, { videoId: bought ?? "", consumerId, status: "completed" });
  await addSale(db, { videoId: pending ?? "", consumerId, status: "pending" });
  expect(await listOwned({ db }, consumerId, shelf)).toEqual([bought]);
  expect(await listOwned({ db }, await addConsumer(db), shelf)).toEqual([]);
  expect(await listOwned({ db }, consumerId, [])).toEqual([]);
});

const services = { db, clock: () => new Date() };

async function add(creatorId: string, title: string, topic_slug: string | null = null) {
  const id = await addVideo(db, creatorId, { title });
  await setRows(db, "videos", { id }, { topic_slug });
  return { id, title, creator_id: creatorId, topic_slug };
}

test("related videos are more by the creator, and of others what buyers also bought, the same topic and common words, and only videos for sale", async () => {
  const [ana, beto] = [await addCreator(db, "Ana"), await addCreator(db, "Beto")];
  const guitar = await add(ana, "Violão para iniciantes", "musica");
  await add(ana, "Crochê");
  const bread = await add(beto, "Pão", "culinaria");
  await add(beto, "Teclado", "musica");
  await add(beto, "Iniciantes no xadrez");
  await add(beto, "Natação");
  const gone = await add(beto, "Violão retirado", "musica");
  await setRows(db, "videos", { id: gone.id }, { deleted_at: new Date() });
  const buyer = await addConsumer(db);
  for (const { id } of [guitar, bread, gone]) await addSale(db, { consumerId: buyer, videoId: id });

  const { shown, others } = await showRelated(services, { userId: buyer }, guitar);
  const { moreByCreator, related } = others;
  expect(shown.step).toBe("bought");
  expect(moreByCreator.map(({ title }) => title)).toEqual(["Crochê"]);
  expect(related.map(({ title, step }) => [title, step])).toEqual([
    ["Pão", "bought"],
    ["Teclado", "buy"],
    ["Iniciantes no xadrez", "buy"],
  ]);
  expect(JSON.stringify([moreByCreator, related])).not.toContain("creator_id");
});

test("the only video of the shop has no related videos", async () => {
  const carla = await addCreator(db, "Carla");
  const single = await add(carla, "Zzzzz");
  const { shown, others } = await showRelated(services, undefined, single);
  expect(shown).toEqual({ step: "login" });
  expect(others).toEqual({ moreByCreator: [], related: [] });
});

test.each([
  [0, 0],
  [1, 1],
  [1, 5],
  [3, 13],
  [7, 34],
  [120, 571],
  [400_000_000, 2_000_000_000],
])("the database ranks %i reviews of %i stars together as the rule does", async (reviews, total) => {
  const { rows } = await sql<{ rank: number }>`
    SELECT rating_rank_of(${reviews}::integer, ${total}::integer) AS rank`.execute(db);
  expect(rows).toEqual([{ rank: ratingRank(reviews, total) }]);
});
