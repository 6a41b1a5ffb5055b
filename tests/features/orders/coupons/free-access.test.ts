/** A coupon that leaves nothing to charge gives access without a sale; forged access is refused or named. */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { endCoupon, type SavedCoupon } from "~/features/orders/coupons/coupons.queries.server";
import { freeAccessesAnHour } from "~/features/orders/coupons/free-access.queries.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showReceived } from "~/features/playback/library/show-library.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { openAsOwner } from "../../../support/as-owner";
import { actorOf, addConsumer, addCoupon, addCreator, addSale, addVideo } from "../../../support/rows";
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
  addCoupon(db, {
    creatorId,
    now: services.clock(),
    ...terms,
  });
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
    const { mails } = await db
      .selectFrom("mails")
      .select(({ fn }) => fn.countAll<number>().as("mails"))
      .where("user_id", "=", userId)
      .where("kind", "=", "freeAccess")
      .executeTakeFirstOrThrow();
    expect(Number(mails)).toBe(1);
  });

  test("is announced on the video's page", async () => {
    await save();
    const video = { id: videoId, creator_id: creatorId, price_cents: priceCents, price_since: null };
    expect(await showCoupon(db, "LIVRE", video, { viewer: undefined, now: services.clock() })).toMatchObject({
      coupon: { ok: true, listPriceCents: priceCents },
      priceCents: 0,
    });
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

  test("of the platform never makes a video free", async () => {
    await save({ creatorId: null, code: "SABIA", percent: null, amountCents: priceCents });
    expect(await take(await addConsumer(db), videoId, "SABIA")).toMatchObject({ ok: false, error: "coupon" });
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
    const buyer = { userId, email: `${userId}@example.com` };
    expect(await buyVideo(services, buyer, videoId, "pt")).toMatchObject({ ok: true });
    await save();
    expect(await take(userId)).toEqual(free);
    const jobs = await sql<{
      key: string;
    }>`SELECT key FROM graphile_worker.jobs WHERE key LIKE 'end:%'`.execute(db);
    expect(jobs.rows).toHaveLength(1);
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
  const { rows } = await sql<{ kind: string }>`SELECT kind FROM figure_violations`.execute(owner);
  expect(rows).toEqual([]);
  await setRows(db, "sales", { id: saleId }, { status: "completed" });
});

describe("the application's role", () => {
  test("cannot give access by a coupon that does not reduce the price to zero", async () => {
    await save({ percent: 90 });
    const { id } = await couponOf();
    const userId = await addConsumer(db);
    const forge = (person: string, product: string, coupon: string) =>
      sql`INSERT INTO free_accesses (user_id, product_id, coupon_id, percent, list_price_cents, code, created_at)
        VALUES (${person}, ${product}, ${coupon}, 100, 10, 'X', now())`.execute(db);
    await expect(forge(userId, videoId, id)).rejects.toMatchObject({
      constraint: "free_accesses_free_check",
    });
    await save();
    const other = await addVideo(db, await addCreator(db));
    const refused = { constraint: "free_accesses_coupon" };
    await expect(forge(userId, other, id)).rejects.toMatchObject(refused);
    await expect(forge(creatorId, videoId, id)).rejects.toMatchObject(refused);
    await save({ maxUses: 1 });
    await forge(await addConsumer(db), videoId, id);
    await expect(forge(userId, videoId, id)).rejects.toMatchObject(refused);
    await expect(sql`SELECT settle_access(${userId}, ${videoId})`.execute(db)).rejects.toThrow(
      "permission denied",
    );
  });

  test("leaves an entry that the nightly proof checks", async () => {
    await save();
    const userId = await addConsumer(db);
    await take(userId);
    const found: string[] = [];
    const findingsOf = async (change: string) => {
      await owner
        .transaction()
        .execute(async (trx) => {
          await sql.raw(change).execute(trx);
          const { rows } = await sql<{ what: string }>`SELECT DISTINCT what FROM access_violations`.execute(
            trx,
          );
          found.splice(0, found.length, ...rows.map(({ what }) => what).sort());
          throw new Error("taken back");
        })
        .catch((error: Error) => {
          if (error.message !== "taken back") throw error;
        });
      return [...found];
    };
    expect(await findingsOf("SELECT 1")).toEqual([]);
    expect(
      await findingsOf(
        `UPDATE access_grants SET revoked_at = now(), revoke_reason = 'withdrawn' WHERE user_id = '${userId}'`,
      ),
    ).toEqual(["access: given and not granted"]);
    expect(
      await findingsOf(`UPDATE access_grants SET source_id = gen_random_uuid() WHERE user_id = '${userId}'`),
    ).toEqual(["access: grant without what it is given for"]);
    expect(
      await findingsOf(
        `INSERT INTO access_grants (user_id, product_id, reason, granted_at) VALUES ('${await addConsumer(db)}', '${videoId}', 'guest', now())`,
      ),
    ).toEqual(["access: grant without what it is given for"]);
    expect(
      await findingsOf(
        `UPDATE coupons SET creator_id = '${await addCreator(db)}' WHERE creator_id = '${creatorId}'`,
      ),
    ).toEqual(["access: free by the coupon of another creator"]);
  });
});
