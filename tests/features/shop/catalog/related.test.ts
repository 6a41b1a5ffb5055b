/** What a sales page shows besides its video. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ratingRank, showRelated } from "~/features/shop/catalog/show-related.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
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
