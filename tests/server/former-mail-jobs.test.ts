/** Jobs that the release before the outbox left in the queue: each becomes one mail of the outbox. */
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { addJob } from "~/platform/jobs.queries.server";
import { startWorker } from "~/server/worker.server";
import { addConsumer, addCreator, addPreparedPayout, addSale, addUser, addVideo } from "../support/rows";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;

test("are posted to the outbox, once", async () => {
  const creatorId = await addCreator(db);
  const { payoutId } = await addPreparedPayout(db, { creatorId, adminId: await addUser(db) });
  const saleId = await addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creatorId),
  });
  const { id: refundId } = await db
    .insertInto("refunds")
    .values({
      sale_id: saleId,
      amount_cents: 100,
      status: "failed",
      channel: "provider",
      reason: "withdrawal",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let times = 0; times < 2; times += 1) {
    await addJob(db, "send-payout-mail", { payoutId }, { key: `payout:${payoutId}:${times}` });
    await addJob(db, "send-withdrawal-mail", { refundId }, { key: `withdrawal:${refundId}:${times}` });
    await addJob(db, "send-refund-key-mail", { refundId }, { key: `refund-key:${refundId}:${times}` });
  }
  const worker = await startWorker(world.services);
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        SELECT FROM graphile_worker.jobs WHERE task_identifier ~ '^send-(payout|withdrawal|refund-key)-mail$'`.execute(
        db,
      );
      expect(rows).toHaveLength(0);
    },
    { timeout: 20_000, interval: 50 },
  );
  await worker.stop();
  const mails = await db.selectFrom("mails").select(["kind", "key"]).orderBy("kind").execute();
  expect(mails).toEqual([
    { kind: "payoutSettled", key: `payoutSettled:${payoutId}` },
    { kind: "refundKey", key: `refundKeyAgain:${refundId}` },
    { kind: "withdrawalFailed", key: `withdrawalFailed:${refundId}` },
  ]);
});
