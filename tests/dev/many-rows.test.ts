/** `MANY=on npm run screens`: its rows keep the rules of the database, and its ledger is sound. */
import { expect, test } from "vitest";
import { addManyRows } from "../../dev/screens/add-many-rows";
import { expectSound, startPaying } from "../features/payouts/batches/payout-scene";
import { openAsOwner } from "../support/as-owner";
import { actorOf, addConsumer, addCreator, addVideo } from "../support/rows";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();
const owner = await openAsOwner(db);

test("every list gets its rows, and the batch a payout for each creator", async () => {
  const { adminId } = await startPaying(db);
  const clock = () => new Date();
  const [creatorId, learnerId] = [await addCreator(db), await addConsumer(db)];
  await addVideo(db, creatorId, { now: new Date(Date.now() - 86_400_000) });
  const rows = 6;
  const by = () => ({ ...actorOf(adminId), at: clock() });
  const batchId = await addManyRows({ db: owner, clock }, { by, creatorId, learnerId, rows });
  const payouts = await db.selectFrom("payouts").select("id").where("batch_id", "=", batchId).execute();
  expect(payouts).toHaveLength(rows);
  const count = async (
    table: "coupons" | "reviews" | "question_posts" | "disputes" | "saved_videos" | "sales",
  ) =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n;
  expect(await count("coupons")).toBe(2 * rows);
  for (const table of ["reviews", "question_posts", "disputes", "saved_videos"] as const)
    expect(await count(table), table).toBe(rows);
  expect(await count("sales")).toBe(3 * rows);
  await expectSound(db);
});
