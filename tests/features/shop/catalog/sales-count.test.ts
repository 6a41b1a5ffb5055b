/** How often each video was sold is what counting its completed sales returns, however they come and go. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { asOwner } from "../../../support/as-owner";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);

async function countOf(videoId: string): Promise<number> {
  const query = db.selectFrom("videos").select("sales_count").where("id", "=", videoId);
  return (await query.executeTakeFirstOrThrow()).sales_count;
}

async function expectNoViolation(): Promise<void> {
  const { rows } = await sql`
    SELECT id FROM videos WHERE sales_count <>
      (SELECT count(*) FROM sales WHERE video_id = videos.id AND status = 'completed')`.execute(db);
  expect(rows).toEqual([]);
}

test("a sale counts while it is completed", async () => {
  const videoId = await addVideo(db, creatorId);
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
  await expectNoViolation();
});

test("concurrent sales of several videos in one statement, and deleted ones, are counted", async () => {
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
  await expectNoViolation();
});
