import { beforeEach, describe, expect, test } from "vitest";
import { platformShareBp, splitSale } from "~/features/base/money/platform-share";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import {
  couponsPerPage,
  endCoupon,
  listCoupons,
  type SavedCoupon,
  takeCouponUse,
} from "~/features/orders/coupons/coupons.queries.server";
import { changeCoupon } from "~/features/orders/coupons/save-coupon.server";
import { parseCursor } from "~/platform/keyset";
import { addConsumer, addCoupon, addCreator, addSaleOf, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const priceCents = 4990;
let creatorId: string;
let videoId: string;

beforeEach(async () => {
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  await setRows(db, "videos", { id: videoId }, { price_cents: priceCents });
});

const save = (terms: Partial<SavedCoupon> = {}) =>
  addCoupon(db, { creatorId, code: "DEZ", percent: 20, now: services.clock(), ...terms });

const buyer = async () => {
  const userId = await addConsumer(db);
  return { userId, email: `${userId}@example.com` };
};
const buy = async (who: { userId: string; email: string }, coupon?: string, video = videoId) =>
  buyVideo(services, who, video, "pt", { coupon });
const couponOf = () => readRow(db, "coupons", { creator_id: creatorId });
const usesOf = async () => (await couponOf()).used;
const saleOf = (userId: string) =>
  db
    .selectFrom("sales")
    .leftJoin("sale_coupons", "sale_id", "sales.id")
    .select(["sales.id", "status", "amount_cents", "platform_fee_cents", "creator_earnings_cents"])
    .select(["code", "list_price_cents"])
    .where("sales.consumer_id", "=", userId)
    .orderBy("sales.created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const setStatus = (saleId: string, status: "failed" | "processing" | "pending") =>
  setRows(db, "sales", { id: saleId }, { status });

test("a list of coupons is paged, newest first", async () => {
  for (let made = 0; made <= couponsPerPage; made += 1) {
    world.advance(1_000);
    await save({ code: `LISTA-${made}` });
  }
  const first = await listCoupons(db, creatorId, undefined);
  expect(first.coupons).toHaveLength(couponsPerPage);
  expect(first.coupons[0]).toMatchObject({ code: `LISTA-${couponsPerPage}` });
  const last = await listCoupons(db, creatorId, parseCursor(first.next ?? null));
  expect(last).toMatchObject({ coupons: [{ code: "LISTA-0" }], next: undefined });
});

describe("a coupon's form", () => {
  const send = (typed: Record<string, string>) => {
    const fields = { intent: "save", code: "DEZ", ...typed };
    return changeCoupon(services, { creatorId }, { fields, listOf: () => [] });
  };

  test("replaces the rules of a code that the creator has only if it says so", async () => {
    await save();
    expect(await send({ percent: "50" })).toMatchObject({ problem: { errors: { code: "coupons.taken" } } });
    expect(await couponOf()).toMatchObject({ percent: 20 });
    expect(await send({ percent: "50", replace: "on" })).toMatchObject({ ok: true });
    expect(await couponOf()).toMatchObject({ percent: 50 });
  });

  test("counts the discount whose unit is chosen, and both without a unit", async () => {
    const both = { percent: "20", amount: "10,00" };
    expect(await send(both)).toMatchObject({ problem: { errors: { percent: "coupons.oneDiscount" } } });
    expect(await send({ ...both, unit: "amount" })).toMatchObject({ ok: true });
    expect(await couponOf()).toMatchObject({ percent: null, amount_cents: 1000 });
  });
});

describe("a purchase with a coupon", () => {
  test("starts at its price, is split 85/15 of what is paid, and keeps the list price", async () => {
    await save();
    const who = await buyer();
    expect(await buy(who, "DEZ")).toMatchObject({ ok: true });
    const { platformFeeCents, creatorEarningsCents } = splitSale(3992, platformShareBp);
    expect(await saleOf(who.userId)).toMatchObject({
      amount_cents: 3992,
      platform_fee_cents: platformFeeCents,
      creator_earnings_cents: creatorEarningsCents,
      code: "DEZ",
      list_price_cents: priceCents,
    });
    expect(await usesOf()).toBe(1);
  });

  test("continues with the same checkout if it is repeated, and takes no second use", async () => {
    await save({ maxUses: 1, perPerson: 1 });
    const who = await buyer();
    const first = await buy(who, "DEZ");
    expect(await buy(who, "DEZ")).toEqual(first);
    expect(await usesOf()).toBe(1);
  });

  test("repeated without the coupon costs the list price and returns the use", async () => {
    await save({ maxUses: 1 });
    const who = await buyer();
    await buy(who, "DEZ");
    world.advance(1000);
    expect(await buy(who)).toMatchObject({ ok: true });
    expect(await saleOf(who.userId)).toMatchObject({ amount_cents: priceCents, code: null });
    expect(await usesOf()).toBe(0);
  });

  test("holds its use while the payment is pending, returns it on expiry, and takes it again if it is paid after all", async () => {
    await save({ maxUses: 1 });
    const who = await buyer();
    await buy(who, "DEZ");
    const { id } = await saleOf(who.userId);
    await setStatus(id, "processing");
    expect(await buy(await buyer(), "DEZ")).toMatchObject({ ok: false, error: "coupon" });
    await setStatus(id, "failed");
    expect(await usesOf()).toBe(0);
    await setStatus(id, "processing");
    expect(await usesOf()).toBe(1);
  });

  test.each<[string, Partial<SavedCoupon>, string]>([
    ["an unknown code", {}, "OUTRO"],
    ["a coupon that is used up", { maxUses: 1 }, "DEZ"],
    ["a coupon for another video", { videoIds: ["7f80f745-1d2c-4b3a-9e8f-001122334455"] }, "DEZ"],
  ])("is refused for %s, and takes no use", async (_, terms, code) => {
    await save(terms);
    if (terms.maxUses === 1) await buy(await buyer(), "DEZ");
    const before = await usesOf();
    expect(await buy(await buyer(), code)).toMatchObject({ ok: false, error: "coupon" });
    expect(await usesOf()).toBe(before);
  });

  test("is refused after the coupon ended, and accepted again with new terms", async () => {
    await save();
    await endCoupon(db, { creatorId, code: "DEZ", now: services.clock() });
    expect(await buy(await buyer(), "DEZ")).toMatchObject({ ok: false, error: "coupon" });
    await save({ percent: 50 });
    const who = await buyer();
    await buy(who, "DEZ");
    expect(await saleOf(who.userId)).toMatchObject({ amount_cents: 2495 });
  });

  test("is refused to a person who has bought from the creator, if it is for a first purchase", async () => {
    await save({ firstOnly: true });
    const who = await buyer();
    await addSaleOf(db, creatorId, { consumerId: who.userId });
    expect(await buy(who, "DEZ")).toMatchObject({ ok: false, error: "coupon" });
  });
});

describe("a coupon used concurrently", () => {
  test("never exceeds its uses with 300 requests", async () => {
    await save({ maxUses: 100 });
    const { id } = await couponOf();
    const taken = await Promise.all(Array.from({ length: 300 }, () => takeCouponUse(db, id)));
    expect(taken.filter(Boolean)).toHaveLength(100);
    expect(await usesOf()).toBe(100);
  });

  test("counts one use for one person's purchases of two videos, if one per person is allowed", async () => {
    await save({ perPerson: 1 });
    const who = await buyer();
    const videos = [videoId, await addVideo(db, creatorId), await addVideo(db, creatorId)];
    const bought = await Promise.all(videos.map((video) => buy(who, "DEZ", video)));
    expect(bought.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await usesOf()).toBe(1);
  });
});

describe("a payment set aside to pay in another way, which may still arrive,", () => {
  const other = () => addVideo(db, creatorId);
  const pendingOf = (userId: string) =>
    readRow(db, "sales", { consumer_id: userId, status: "pending" }, "id");
  const setAside = async (userId: string) => {
    const { id } = await saleOf(userId);
    await setStatus(id, "processing");
    await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
    return id;
  };

  test("leaves the coupon for the same product, and keeps its use for others, also once it was paid", async () => {
    await save({ perPerson: 1 });
    const who = await buyer();
    await buy(who, "DEZ");
    const id = await setAside(who.userId);
    expect(await buy(who, "DEZ", await other())).toMatchObject({ ok: false, error: "coupon" });
    expect(await buy(who, "DEZ")).toMatchObject({ ok: true });
    await setStatus((await pendingOf(who.userId)).id, "failed");
    const now = services.clock();
    await setRows(db, "sales", { id }, { status: "completed", paid_at: now, completed_at: now });
    expect(await buy(who, "DEZ", await other())).toMatchObject({ ok: false, error: "coupon" });
  });

  test("is a first purchase for a coupon of first purchases", async () => {
    await save({ firstOnly: true });
    const who = await buyer();
    await buy(who, "DEZ");
    await setAside(who.userId);
    expect(await buy(who, "DEZ", await other())).toMatchObject({ ok: false, error: "coupon" });
  });
});

describe("a page with a coupon in its address", () => {
  const show = (typed: string | null, price_since: Date | null = null, viewer?: { userId: string }) => {
    const video = { id: videoId, creator_id: creatorId, price_cents: priceCents, price_since };
    return showCoupon(db, typed, video, { viewer, now: services.clock() });
  };
  const daysAgo = (days: number) => new Date(services.clock().getTime() - days * 24 * 3_600_000);

  test("shows the new price, and the old one struck through only if it was the price for long", async () => {
    await save();
    expect(await show(" dez ", daysAgo(30))).toEqual({
      coupon: { code: "DEZ", ok: true, listPriceCents: priceCents, mayStrike: true },
      priceCents: 3992,
    });
    expect(await show("DEZ")).toMatchObject({ coupon: { mayStrike: false } });
  });

  test("still shows its price to the person whose pending purchase holds its last use", async () => {
    await save({ maxUses: 1, perPerson: 1, firstOnly: true });
    const who = await buyer();
    expect((await buy(who, "DEZ")).ok).toBe(true);
    expect(await show("DEZ", null, who)).toMatchObject({ coupon: { ok: true }, priceCents: 3992 });
    expect(await show("DEZ", null, await buyer())).toMatchObject({ coupon: { error: "couponUsedUp" } });
    await setStatus((await saleOf(who.userId)).id, "processing");
    expect(await show("DEZ", null, who)).toMatchObject({ coupon: { error: "couponUsedUp" } });
  });

  test("shows the reason if the coupon is not applied, and the list price", async () => {
    await save({ endsAt: daysAgo(0) });
    expect(await show("DEZ")).toEqual({
      coupon: { code: "DEZ", ok: false, error: "couponOver" },
      priceCents,
    });
    expect(await show("NADA")).toMatchObject({ coupon: { error: "couponUnknown" } });
    expect(await show("")).toBeUndefined();
    expect(await show(null)).toBeUndefined();
  });
});
