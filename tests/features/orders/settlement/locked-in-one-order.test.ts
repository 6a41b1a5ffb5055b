/** What changes a product's counts and its creator's figures at once waits in one order, and never for each other. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { addConsumer, addCourse, addCreator, addFullCoupon, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");

interface Product {
  creatorId: string;
  videoId: string;
}

async function prepareReview({ videoId }: Product): Promise<() => Promise<unknown>> {
  const userId = await addConsumer(db);
  await addSale(db, { consumerId: userId, videoId, now });
  return () => upsertReview(db, { videoId, userId, rating: 5, text: "Ótimo", now });
}

async function prepareCoupon({ creatorId, videoId }: Product): Promise<() => Promise<unknown>> {
  const couponId = await addFullCoupon(db, creatorId, now);
  const taken = { userId: await addConsumer(db), productId: videoId, why: { couponId }, now };
  return () => db.transaction().execute((trx) => insertFreeAccess(trx, taken));
}

/** @returns what reports the payment of a purchase of this product, by this person */
async function preparePayment(videoId: string, consumerId: string): Promise<() => Promise<unknown>> {
  const sale = { videoId, amountCents: 4990, checkoutId: `cs_${videoId}_${consumerId}` };
  const saleId = await addSale(db, { ...sale, consumerId, status: "pending", now });
  const fact = {
    kind: "checkoutCompleted",
    checkoutId: sale.checkoutId,
    saleId,
    paymentId: `pi_${videoId}_${consumerId}`,
    amountCents: sale.amountCents,
    currency: "BRL",
    url: undefined,
    status: "complete",
    paid: true,
    expiresAt: now,
  } as const;
  return () => db.transaction().execute((trx) => settleSale(trx, fact, now));
}

/** Waits until so many connections to this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const read = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(read).toBe(count);
}

/** Lets both changes wait for the product, `first` before `second`, and then go on together. */
async function meetAt(
  videoId: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const started: Promise<unknown>[] = [];
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom("videos").select("id").where("id", "=", videoId).forUpdate().execute();
    started.push(first());
    await untilWaiting(1);
    started.push(second());
    await untilWaiting(2);
  });
  await Promise.all(started);
}

test.each([
  ["is reviewed by a buyer", prepareReview],
  ["is taken with a coupon", prepareCoupon],
])("a purchase is settled while its video %s", async (_, prepare) => {
  const creatorId = await addCreator(db);
  const videoId = await addVideo(db, creatorId);
  const other = await prepare({ creatorId, videoId });
  await meetAt(videoId, other, await preparePayment(videoId, await addConsumer(db)));
  const counted = await db
    .selectFrom("creator_figures")
    .select("student_count")
    .where("creator_id", "=", creatorId)
    .executeTakeFirst();
  expect(counted?.student_count).toBe(2);
});

test("a course that covers a paid lesson is settled while another person's purchase of the lesson is", async () => {
  const creatorId = await addCreator(db);
  const lessonId = await addVideo(db, creatorId);
  const courseId = await addCourse(db, creatorId, [lessonId], { now });
  const buyer = await addConsumer(db);
  const paid = await addSale(db, { videoId: lessonId, consumerId: buyer, now });
  await meetAt(
    lessonId,
    await preparePayment(lessonId, await addConsumer(db)),
    await preparePayment(courseId, buyer),
  );
  const { status } = await db
    .selectFrom("sales")
    .select("status")
    .where("id", "=", paid)
    .executeTakeFirstOrThrow();
  expect(status).toBe("refunded");
});
