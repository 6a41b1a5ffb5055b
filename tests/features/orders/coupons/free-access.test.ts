/**
 * A price of nothing, and a coupon that leaves nothing to charge, give access without a sale; forged access is refused
 * or named.
 */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { endCoupon, type SavedCoupon } from "~/features/orders/coupons/coupons.queries.server";
import { freeAccessesAnHour } from "~/features/orders/coupons/free-access.queries.server";
import { findGiftProduct } from "~/features/orders/gifts/gifts.queries.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showReceived } from "~/features/playback/library/show-library.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { openAsOwner } from "../../../support/as-owner";
import { listJobs } from "../../../support/jobs";
import { expectNoViolations, findForged } from "../../../support/proofs";
import {
  actorOf,
  addConsumer,
  addCoupon,
  addCourse,
  addCreator,
  addSale,
  addVideo,
  giftTerms,
} from "../../../support/rows";
import { readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
const priceCents = 4990;
let creatorId: string;
let videoId: string;

beforeEach(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  await setRows(db, "videos", { id: videoId }, { price_cents: priceCents });
});

const save = (terms: Partial<SavedCoupon> = {}) =>
  addCoupon(db, { creatorId, now: services.clock(), ...terms });
const couponOf = () => readRow(db, "coupons", { creator_id: creatorId }, "id", "used");
const take = (userId: string, video = videoId, coupon = "LIVRE") =>
  buyVideo(services, { userId, email: `${userId}@example.com` }, video, "pt", { shownPriceCents: 0, coupon });
const accessOf = async (userId: string, video = videoId) =>
  (await findWatchAccess(db, { userId }, video)).access;
const salesOf = (userId: string) => readRows(db, "sales", { consumer_id: userId }, "id");
const free = expect.objectContaining({ ok: true, free: true });

describe("a coupon that reduces the price to zero", () => {
  test.each<[string, Partial<SavedCoupon>]>([
    ["of 100 %", {}],
    ["of the price", { percent: null, amountCents: priceCents }],
    ["that leaves 49 cents", { percent: null, amountCents: priceCents - 49 }],
  ])("%s gives access at once, without a sale, and counts a use", async (_, terms) => {
    await save(terms);
    const userId = await addConsumer(db);
    expect(await take(userId)).toEqual(free);
    expect(await accessOf(userId)).toBe("bought");
    expect(await salesOf(userId)).toEqual([]);
    expect((await couponOf()).used).toBe(1);
    expect(await showReceived(db, userId, "pt")).toMatchObject([{ videoId, reason: "coupon" }]);
    expect(await readRows(db, "mails", { user_id: userId, kind: "freeAccess" }, "id")).toHaveLength(1);
  });

  test("gives one access and takes one use if it is repeated or requested twice at once", async () => {
    await save();
    const userId = await addConsumer(db);
    const both = await Promise.all([take(userId), take(userId), take(userId)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await take(userId)).toEqual({ ok: false, error: "alreadyBought" });
    expect((await couponOf()).used).toBe(1);
  });

  test("counts one person's uses and a first purchase like paid ones", async () => {
    await save({ perPerson: 1 });
    const other = await addVideo(db, creatorId);
    const userId = await addConsumer(db);
    expect(await take(userId)).toEqual(free);
    expect(await take(userId, other)).toMatchObject({ ok: false, error: "coupon" });
    await save({ firstOnly: true });
    expect(await take(userId, other)).toMatchObject({ ok: false, error: "coupon" });
  });

  test("is refused to its creator, for another creator's video, and once it has ended", async () => {
    await save();
    expect(await take(creatorId)).toEqual({ ok: false, error: "ownVideo" });
    const other = await addVideo(db, await addCreator(db));
    expect(await take(await addConsumer(db), other)).toMatchObject({ ok: false, error: "coupon" });
    await endCoupon(db, { creatorId, code: "LIVRE", now: services.clock() });
    expect(await take(await addConsumer(db))).toMatchObject({ ok: false, error: "coupon" });
  });

  test("gives an account no more than the limit in an hour", async () => {
    await save();
    const userId = await addConsumer(db);
    const { id } = await couponOf();
    const videos = await Promise.all(
      Array.from({ length: freeAccessesAnHour }, () => addVideo(db, creatorId)),
    );
    for (const product of videos)
      await sql`INSERT INTO free_accesses (user_id, product_id, coupon_id, created_at)
        VALUES (${userId}, ${product}, ${id}, ${services.clock()})`.execute(db);
    expect(await take(userId)).toEqual({ ok: false, error: "tooManyFree" });
    expect((await couponOf()).used).toBe(freeAccessesAnHour);
    world.advance(60 * 60_000 + 1);
    expect(await take(userId)).toEqual(free);
  });

  test("that is no longer free when it is pressed shows the price again", async () => {
    await save({ percent: 50 });
    expect(await take(await addConsumer(db))).toMatchObject({ ok: false, error: "priceRose" });
    expect((await couponOf()).used).toBe(0);
  });

  test("ends the checkout that was open for the video", async () => {
    const userId = await addConsumer(db);
    await buyVideo(services, { userId, email: `${userId}@example.com` }, videoId, "pt");
    await save();
    expect(await take(userId)).toEqual(free);
    expect(await listJobs(db, { about: "end:" })).toHaveLength(1);
  });
});

test("a purchase replaces free access, which returns after a refund", async () => {
  await save();
  const userId = await addConsumer(db);
  await take(userId);
  const saleId = await addSale(db, { consumerId: userId, videoId });
  const active = () =>
    readInOrder(db, "access_grants", { user_id: userId }, ["reason"], "reason", "revoke_reason");
  expect(await active()).toEqual([
    { reason: "coupon", revoke_reason: "replaced" },
    { reason: "sale", revoke_reason: null },
  ]);
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect(await active()).toEqual([
    { reason: "coupon", revoke_reason: null },
    { reason: "sale", revoke_reason: "refunded" },
  ]);
  // As its facts say: nothing was returned.
  await setRows(db, "sales", { id: saleId }, { status: "completed" });
});

test("a review without a purchase does not count for the rating until its author buys", async () => {
  await save();
  const [guest, buyer] = [await addConsumer(db), await addConsumer(db)];
  await take(guest);
  await addSale(db, { consumerId: buyer, videoId });
  const write = (userId: string, rating: 1 | 5) =>
    saveReview(services, { videoId, form: { rating, text: "" }, by: actorOf(userId) });
  await write(guest, 5);
  await write(buyer, 1);
  const figures = () => readRow(db, "videos", { id: videoId }, "review_count", "rating_total");
  expect(await figures()).toEqual({ review_count: 1, rating_total: 1 });
  const saleId = await addSale(db, { consumerId: guest, videoId });
  expect(await figures()).toEqual({ review_count: 2, rating_total: 6 });
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect(await figures()).toEqual({ review_count: 1, rating_total: 1 });
  await expectNoViolations(db, "figure_violations");
  await setRows(db, "sales", { id: saleId }, { status: "completed" });
});

describe("a product that its creator offers for nothing", () => {
  let userId: string;
  beforeEach(async () => {
    userId = await addConsumer(db);
    await price(0);
  });
  const price = (price_cents: number) => setRows(db, "videos", { id: videoId }, { price_cents });
  const press = (person = userId, options = {}, id = videoId) =>
    buyVideo(services, { userId: person, email: `${person}@example.com` }, id, "pt", options);

  test("one press gives access at once, without a sale, and one mail says that nothing was bought", async () => {
    const watching = { ok: true, free: true, checkoutUrl: `/watch/${videoId}` };
    expect(await press(userId, { shownPriceCents: 0 })).toEqual(watching);
    expect(await accessOf(userId)).toBe("bought");
    expect(await salesOf(userId)).toEqual([]);
    expect(await press()).toEqual({ ok: false, error: "alreadyBought" });
    expect(await press(creatorId)).toEqual({ ok: false, error: "ownVideo" });
    expect(await showReceived(db, userId, "pt")).toMatchObject([{ videoId, reason: "free" }]);
    const mails = await readRows(db, "mails", { user_id: userId }, "kind");
    expect(mails).toEqual([{ kind: "freeAccess" }]);
    expect(await readRow(db, "videos", { id: videoId }, "sales_count")).toEqual({ sales_count: 0 });
    await expectNoViolations(db, "access_violations");
  });

  test("a coupon is not asked for and keeps its use; a gift of it is refused", async () => {
    await addCoupon(db, { creatorId, maxUses: 1, now: services.clock() });
    const product = { id: videoId, creator_id: creatorId, price_cents: 0, price_since: null };
    const viewing = { viewer: undefined, now: services.clock() };
    expect(await showCoupon(db, "LIVRE", product, viewing)).toBeUndefined();
    expect(await press(userId, { coupon: "LIVRE" })).toEqual(free);
    expect(await readRow(db, "coupons", { creator_id: creatorId }, "used")).toEqual({ used: 0 });
    expect(await findGiftProduct(db, videoId)).toBeUndefined();
    expect(await press(await addConsumer(db), { gift: giftTerms })).toEqual({ ok: false, error: "notFound" });
  });

  test("a product that stops being free stays with its owners, and an outdated page asks before charging", async () => {
    await press();
    await price(4990);
    expect(await accessOf(userId)).toBe("bought");
    const late = await addConsumer(db);
    expect(await press(late, { shownPriceCents: 0 })).toMatchObject({ ok: false, error: "priceRose" });
    expect(await accessOf(late)).toBe("mustBuy");
  });

  test("a purchase from before takes precedence, and after its refund the free access can be taken", async () => {
    const saleId = await addSale(db, { consumerId: userId, videoId });
    expect(await press()).toEqual({ ok: false, error: "alreadyBought" });
    await setRows(db, "sales", { id: saleId }, { status: "refunded" });
    expect(await press()).toEqual(free);
    expect(await accessOf(userId)).toBe("bought");
    await setRows(db, "sales", { id: saleId }, { status: "completed" });
  });

  test("a free course is free too for who paid for one of its lessons, and gives all of them", async () => {
    const lessons = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
    const courseId = await addCourse(db, creatorId, lessons, { priceCents: 0 });
    await addSale(db, { consumerId: userId, videoId: lessons[0] ?? "" });
    expect(await press(userId, {}, courseId)).toEqual(free);
    for (const lesson of lessons) expect(await accessOf(userId, lesson)).toBe("bought");
  });

  test("a review of who took it says that nothing was bought, and does not count into the stars", async () => {
    await press();
    await saveReview(services, { videoId, form: { rating: 5, text: "Bom" }, by: actorOf(userId) });
    expect(await readRow(db, "reviews", { author_id: userId }, "bought")).toEqual({ bought: false });
    expect(await readRow(db, "videos", { id: videoId }, "review_count")).toEqual({ review_count: 0 });
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
});

describe("the application's role", () => {
  test("cannot give access by a coupon that does not reduce the price to zero", async () => {
    await save({ percent: 90 });
    const { id } = await couponOf();
    const userId = await addConsumer(db);
    const forge = (person: string, product: string, coupon: string) =>
      sql`INSERT INTO free_accesses (user_id, product_id, coupon_id, percent, list_price_cents, code, created_at)
        VALUES (${person}, ${product}, ${coupon}, 100, 10, 'X', now())`.execute(db);
    const wrong = { constraint: "free_accesses_free_check" };
    await expect(forge(userId, videoId, id)).rejects.toMatchObject(wrong);
    await save();
    const other = await addVideo(db, await addCreator(db));
    const refused = { constraint: "free_accesses_coupon" };
    await expect(forge(userId, other, id)).rejects.toMatchObject(refused);
    await expect(forge(creatorId, videoId, id)).rejects.toMatchObject(refused);
    await save({ maxUses: 1 });
    await forge(await addConsumer(db), videoId, id);
    await expect(forge(userId, videoId, id)).rejects.toMatchObject(refused);
    const settled = sql`SELECT settle_access(${userId}, ${videoId})`.execute(db);
    await expect(settled).rejects.toThrow("permission denied");
  });

  test("leaves an entry that the nightly proof checks", async () => {
    await save();
    const userId = await addConsumer(db);
    await take(userId);
    const [other, otherCreator] = [await addConsumer(db), await addCreator(db)];
    const unfounded = "access: grant without what it is given for";
    await expectNoViolations(owner, "access_violations");
    for (const [change, named] of [
      [
        `UPDATE access_grants SET revoked_at = now(), revoke_reason = 'withdrawn' WHERE user_id = '${userId}'`,
        "access: given and not granted",
      ],
      [`UPDATE access_grants SET source_id = gen_random_uuid() WHERE user_id = '${userId}'`, unfounded],
      [
        `INSERT INTO access_grants (user_id, product_id, reason, granted_at) VALUES ('${other}', '${videoId}', 'guest', now())`,
        unfounded,
      ],
      [
        `UPDATE coupons SET creator_id = '${otherCreator}' WHERE creator_id = '${creatorId}'`,
        "access: free by the coupon of another creator",
      ],
    ] as const)
      expect(await findForged(owner, "access_violations", change), change).toEqual([named]);
  });
});
