/** A product that its creator offers for nothing: one press gives access, without a sale, a coupon or a gift. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { freeAccessesAnHour } from "~/features/orders/coupons/free-access.queries.server";
import { findGiftProduct } from "~/features/orders/gifts/gifts.queries.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showReceived } from "~/features/playback/library/show-library.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { openAsOwner } from "../../../support/as-owner";
import {
  actorOf,
  addConsumer,
  addCoupon,
  addCourse,
  addCreator,
  addSale,
  addVideo,
} from "../../../support/rows";
import { addRows, findRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
let creatorId: string;
let videoId: string;
let userId: string;

const price = (cents: number, id = videoId) => setRows(db, "videos", { id }, { price_cents: cents });
const take = (person = userId, options = {}, id = videoId) =>
  buyVideo(services, { userId: person, email: `${person}@example.com` }, id, "pt", options);
const accessOf = async (person = userId) => (await findWatchAccess(db, { userId: person }, videoId)).access;
const free = { ok: true, checkoutUrl: expect.stringMatching(/^\/watch\//), free: true };

beforeEach(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  userId = await addConsumer(db);
  await price(0);
});

test("one press gives access at once, without a sale, and one mail says that nothing was bought", async () => {
  expect(await take(userId, { shownPriceCents: 0 })).toEqual(free);
  expect(await accessOf()).toBe("bought");
  expect(await readRows(db, "sales", { consumer_id: userId }, "id")).toEqual([]);
  expect(await showReceived(db, userId, "pt")).toMatchObject([{ videoId, reason: "free" }]);
  const mails = await readRows(db, "mails", { user_id: userId }, "kind");
  expect(mails).toEqual([{ kind: "freeAccess" }]);
  const figures = await findRow(db, "videos", { id: videoId }, "sales_count");
  expect(figures).toEqual({ sales_count: 0 });
  const { rows } = await sql`SELECT * FROM access_violations`.execute(owner);
  expect(rows).toEqual([]);
});

test("two presses at once give one access, and its creator gets none", async () => {
  const both = await Promise.all([take(), take(), take()]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await take()).toEqual({ ok: false, error: "alreadyBought" });
  expect(await take(creatorId)).toEqual({ ok: false, error: "ownVideo" });
});

test("an account takes no more for nothing than the limit in an hour", async () => {
  const others = await Promise.all(Array.from({ length: freeAccessesAnHour }, () => addVideo(db, creatorId)));
  for (const other of others) {
    await price(0, other);
    expect(await take(userId, {}, other)).toEqual(free);
  }
  expect(await take()).toEqual({ ok: false, error: "tooManyFree" });
  world.advance(60 * 60_000 + 1);
  expect(await take()).toEqual(free);
});

test("a coupon is not asked for and keeps its use; a gift of it is refused", async () => {
  await addCoupon(db, {
    creatorId,
    maxUses: 1,
    now: services.clock(),
  });
  const product = { id: videoId, creator_id: creatorId, price_cents: 0, price_since: null };
  const viewing = { viewer: undefined, now: services.clock() };
  expect(await showCoupon(db, "LIVRE", product, viewing)).toBeUndefined();
  expect(await take(userId, { coupon: "LIVRE" })).toEqual(free);
  const coupon = await findRow(db, "coupons", { creator_id: creatorId }, "used");
  expect(coupon).toEqual({ used: 0 });
  expect(await findGiftProduct(db, videoId)).toBeUndefined();
  const gift = { email: "a@example.com", message: null, deliverAt: null };
  expect(await take(await addConsumer(db), { gift })).toEqual({ ok: false, error: "notFound" });
});

test("a product that stops being free stays with its owners, and an outdated page asks before charging", async () => {
  await take();
  await price(4990);
  expect(await accessOf()).toBe("bought");
  const late = await addConsumer(db);
  expect(await take(late, { shownPriceCents: 0 })).toMatchObject({ ok: false, error: "priceRose" });
  expect(await accessOf(late)).toBe("mustBuy");
});

test("a purchase from before takes precedence, and after its refund the free access can be taken", async () => {
  const saleId = await addSale(db, { consumerId: userId, videoId });
  expect(await take()).toEqual({ ok: false, error: "alreadyBought" });
  await addRows(db, "refunds", {
    sale_id: saleId,
    amount_cents: 4990,
    created_at: services.clock(),
    status: "succeeded",
    channel: "provider",
    reason: "provider",
    provider_refund_id: `re_${crypto.randomUUID()}`,
  });
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect(await take()).toEqual(free);
  expect(await accessOf()).toBe("bought");
});

test("a free course is free too for who paid for one of its lessons, and gives all of them", async () => {
  const lessons = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  const courseId = await addCourse(db, creatorId, lessons, { priceCents: 0 });
  await addSale(db, { consumerId: userId, videoId: lessons[0] ?? "" });
  expect(await take(userId, {}, courseId)).toEqual(free);
  for (const lesson of lessons) expect((await findWatchAccess(db, { userId }, lesson)).access).toBe("bought");
});

test("a review of who took it says that nothing was bought, and does not count into the stars", async () => {
  await take();
  await saveReview(services, { videoId, form: { rating: 5, text: "Bom" }, by: actorOf(userId) });
  const row = await db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "video_id")
    .select(["bought", "review_count"])
    .where("author_id", "=", userId)
    .executeTakeFirst();
  expect(row).toEqual({ bought: false, review_count: 0 });
});

test("the application's role cannot give itself a product that costs something, or an own one", async () => {
  const forge = (person: string) =>
    sql`INSERT INTO free_accesses (user_id, product_id, list_price_cents, created_at)
      VALUES (${person}, ${videoId}, 0, now())`.execute(db);
  const refused = { constraint: "free_accesses_free" };
  await expect(forge(creatorId)).rejects.toMatchObject(refused);
  await price(50);
  await expect(forge(userId)).rejects.toMatchObject(refused);
  await price(0);
  await setRows(db, "videos", { id: videoId }, { suspended_at: new Date() });
  await expect(forge(userId)).rejects.toMatchObject(refused);
});
