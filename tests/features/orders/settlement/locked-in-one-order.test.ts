/** What changes a product's counts and its creator's figures at once waits in one order, and never for each other. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteReviews } from "~/features/entrance/privacy/emptied-on-erasure.queries.server";
import { lockShopVideo } from "~/features/orders/checkout/pending-sale.queries.server";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { moderate } from "~/features/shop/reviews/moderate.server";
import { upsertReview } from "~/features/shop/reviews/reviews.queries.server";
import { deleteReview, saveReview } from "~/features/shop/reviews/write-review.server";
import { checkoutFact, settle } from "../../../support/payment-facts";
import {
  actorOf,
  addConsumer,
  addCourse,
  addCreator,
  addFullCoupon,
  addGift,
  addSale,
  addVideo,
} from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const now = new Date("2026-11-21T12:00:00Z");
const clock = () => now;

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

/** Returns what reports the payment of a purchase of this product, by this person. */
async function preparePayment(videoId: string, consumerId: string): Promise<() => Promise<unknown>> {
  const name = `${videoId}_${consumerId}`;
  const sale = { videoId, consumerId, status: "pending", checkoutId: `cs_${name}`, now } as const;
  const saleId = await addSale(db, sale);
  return () => settle(db, checkoutFact(name, saleId), now);
}

/** Returns how many connections to this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
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
    await expect.poll(countWaiting).toBe(1);
    started.push(second());
    await expect.poll(countWaiting).toBe(2);
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
  const figures = await readRow(db, "creator_figures", { creator_id: creatorId }, "student_count");
  expect(figures).toEqual({ student_count: 2 });
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
  expect(await readRow(db, "sales", { id: paid }, "status")).toEqual({ status: "refunded" });
});

/** A person who bought and reviewed a video, and whose money was returned: their next access shows the review again. */
async function addFormerBuyer(videoId: string): Promise<string> {
  const userId = await addConsumer(db);
  const saleId = await addSale(db, { consumerId: userId, videoId, now });
  await upsertReview(db, { videoId, userId, rating: 5, text: "Ótimo", now });
  await refund(saleId);
  return userId;
}

const refund = (saleId: string) => setRows(db, "sales", { id: saleId }, { status: "refunded" });

const takeGift = (saleId: string, userId: string) =>
  takeAccess({ db, clock }, { kind: "gift", id: saleId, version: 0 }, userId);

const countReviews = async (videoId: string) =>
  (await readRow(db, "videos", { id: videoId }, "review_count")).review_count;

test("two former buyers of a course, who reviewed it, take it again for their lessons at once", async () => {
  const creatorId = await addCreator(db);
  const lessonId = await addVideo(db, creatorId);
  const courseId = await addCourse(db, creatorId, [lessonId], { now, priceCents: 4990 });
  const people = [await addFormerBuyer(courseId), await addFormerBuyer(courseId)];
  for (const consumerId of people) await addSale(db, { consumerId, videoId: lessonId, now });
  let locked = 0;
  const take = (userId: string) =>
    db.transaction().execute(async (trx) => {
      await lockShopVideo(trx, { videoId: courseId, buyerId: userId, now });
      locked += 1;
      // The other one has locked the course as well, or waits until this one has taken it.
      await expect.poll(async () => locked + (await countWaiting())).toBe(people.length);
      await insertFreeAccess(trx, { userId, productId: courseId, why: { creditCents: 4990 }, now });
    });
  await Promise.all(people.map(take));
  expect(await countReviews(courseId)).toBe(2);
});

test("a former buyer's second payment is settled while they take the same video as a gift", async () => {
  const creatorId = await addCreator(db);
  const videoId = await addVideo(db, creatorId);
  const userId = await addFormerBuyer(videoId);
  const gift = await addGift(db, { consumerId: await addConsumer(db), videoId, now });
  await meetAt(videoId, await preparePayment(videoId, userId), () => takeGift(gift, userId));
  expect(await countReviews(videoId)).toBe(1);
});

test.each<[string, (videoId: string, userId: string) => Promise<unknown>]>([
  [
    "writes their review anew",
    (videoId, userId) =>
      saveReview({ db, clock }, { videoId, form: { rating: 1, text: "" }, by: actorOf(userId) }),
  ],
  [
    "deletes their review",
    (videoId, userId) => deleteReview({ db, clock }, { videoId, by: actorOf(userId) }),
  ],
  ["is erased", (_, userId) => deleteReviews(db, userId)],
  [
    "has their review hidden",
    async (videoId, userId) => {
      const { id } = await readRow(db, "reviews", { video_id: videoId, author_id: userId }, "id");
      return moderate({ db, clock }, "reviews", { id, step: "hide", reason: "prova", by: actorOf(userId) });
    },
  ],
])("a gift is refunded while its receiver %s", async (_, change) => {
  const creatorId = await addCreator(db);
  const videoId = await addVideo(db, creatorId);
  const gift = await addGift(db, { consumerId: await addConsumer(db), videoId, now });
  const userId = await addConsumer(db);
  await takeGift(gift, userId);
  await upsertReview(db, { videoId, userId, rating: 5, text: "Ótimo", now });
  await meetAt(
    videoId,
    () => refund(gift),
    () => change(videoId, userId),
  );
  expect(await countReviews(videoId)).toBe(0);
});
