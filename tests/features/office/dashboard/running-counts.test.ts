/** The dashboard's running counts and each video's count of sales equal the counted rows, also after concurrent writes. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sumPlatform } from "~/features/office/dashboard/attention.queries.server";
import { asOwner, openAsOwner } from "../../../support/as-owner";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const owner = await openAsOwner(db);

const counts = async () => {
  const { totalCreators, totalConsumers, totalVideos } = await sumPlatform(db);
  return [totalCreators, totalConsumers, totalVideos].map(Number);
};
const violations = async () => (await sql`SELECT * FROM count_violations`.execute(db)).rows;

test("running counts include concurrent inserts of people and videos", async () => {
  expect(await counts()).toEqual([0, 0, 0]);
  const ana = await addCreator(db);
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      if (n % 3 === 0) await addCreator(db);
      else if (n % 3 === 1) await addConsumer(db);
      else await addVideo(db, ana);
    }),
  );
  expect(await counts()).toEqual([11, 10, 10]);
  expect(await violations()).toEqual([]);
});

test("a video is counted each time it enters or leaves the shop, alone or with others", async () => {
  const dora = await addCreator(db);
  const videos = [await addVideo(db, dora), await addVideo(db, dora)];
  const [, , before] = await counts();
  const change = async (set: string, of = sql`id = ${videos[0]}`) => {
    await sql`UPDATE videos SET ${sql.raw(set)} WHERE ${of}`.execute(db);
    expect(await violations()).toEqual([]);
    return ((await counts())[2] ?? Number.NaN) - (before ?? 0);
  };
  expect(await change("title = 'Outro'")).toBe(0);
  expect(await change("deleted_at = now()")).toBe(-1);
  expect(await change("suspended_at = now()")).toBe(-1);
  expect(await change("deleted_at = NULL")).toBe(-1);
  expect(await change("suspended_at = NULL")).toBe(0);
  const all = sql`creator_id = ${dora}`;
  expect(await change("creator_suspended = true", all)).toBe(-2);
  expect(await change("creator_suspended = false", all)).toBe(0);
  expect(await change("published_at = NULL", all)).toBe(-2);
  await db.deleteFrom("videos").where("id", "=", String(videos[0])).execute();
  expect(await violations()).toEqual([]);
});

test("running counts ignore rolled-back rows and subtract deleted ones", async () => {
  const [, before = 0] = await counts();
  const gone = await addConsumer(db);
  await db
    .transaction()
    .execute(async (trx) => {
      await addConsumer(trx);
      throw new Error("no");
    })
    .catch(() => {});
  expect((await counts())[1]).toBe(before + 1);
  await db.deleteFrom("consumer_profiles").where("user_id", "=", gone).execute();
  expect((await counts())[1]).toBe(before);
  expect(await violations()).toEqual([]);
});

test.each([
  "UPDATE running_counts SET number = number + 1 WHERE ctid = (SELECT min(ctid) FROM running_counts)",
  "DELETE FROM running_counts WHERE kind = 'creators'",
  "INSERT INTO running_counts VALUES ('videos', 99, 1)",
])("the consistency view detects a wrong count: %s", async (mistake) => {
  await owner
    .transaction()
    .execute(async (trx) => {
      await sql.raw(mistake).execute(trx);
      expect((await sql`SELECT * FROM count_violations`.execute(trx)).rows).toHaveLength(1);
      throw new Error("undone");
    })
    .catch((error: Error) => expect(error.message).toBe("undone"));
  expect(await violations()).toEqual([]);
});

const countOf = async (id: string) => (await readRow(db, "videos", { id }, "sales_count")).sales_count;

async function expectSalesCounted(): Promise<void> {
  const { rows } = await sql`
    SELECT id FROM videos WHERE sales_count <>
      (SELECT count(*) FROM sales WHERE video_id = videos.id AND status = 'completed')`.execute(db);
  expect(rows).toEqual([]);
}

test("a sale counts while it is completed", async () => {
  const videoId = await addVideo(db, await addCreator(db));
  const saleId = await addSale(db, { consumerId: await addConsumer(db), videoId, status: "processing" });
  const paidAt = new Date();
  const become = async (status: "completed" | "disputed" | "refunded") => {
    const done = { status, completed_at: paidAt, paid_at: paidAt };
    await setRows(db, "sales", { id: saleId }, done);
    return countOf(videoId);
  };
  expect(await countOf(videoId)).toBe(0);
  expect(await become("completed")).toBe(1);
  expect(await become("completed")).toBe(1);
  expect(await become("disputed")).toBe(0);
  expect(await become("completed")).toBe(1);
  expect(await become("refunded")).toBe(0);
  await expectSalesCounted();
});

test("concurrent sales of several videos in one statement, and deleted ones, are counted", async () => {
  const creatorId = await addCreator(db);
  const videos = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) =>
      addSale(db, { consumerId: await addConsumer(db), videoId: videos[n % 2] ?? "", status: "processing" }),
    ),
  );
  await db
    .updateTable("sales")
    .set({ status: "completed", completed_at: new Date(), paid_at: new Date() })
    .where("video_id", "in", videos)
    .execute();
  expect(await Promise.all(videos.map(countOf))).toEqual([10, 10]);
  await asOwner(db, `DELETE FROM sales WHERE video_id = '${videos[0]}'`);
  expect(await Promise.all(videos.map(countOf))).toEqual([0, 10]);
  await expectSalesCounted();
});
