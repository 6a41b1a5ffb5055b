/** Who owns lessons pays the rest of their course, and nobody pays twice for a lesson. */
import { beforeEach, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import { changeCoupon } from "~/features/orders/coupons/save-coupon.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { createDelivery, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { addCourse, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
let creator: Person;
let buyer: Person;
let lessons: string[];
let courseId: string;

beforeEach(async () => {
  creator = await makeCreator(world);
  buyer = await makeConsumer(world);
  const now = new Date(services.clock().getTime() - 60_000);
  lessons = [];
  for (const title of ["Um", "Dois", "Três"])
    lessons.push(await addVideo(db, creator.userId, { title, now }));
  courseId = await addCourse(db, creator.userId, lessons, { now });
});

const who = () => ({ userId: buyer.userId, email: buyer.email });
const begin = (videoId: string, options = {}) => buyVideo(services, who(), videoId, "pt", options);

async function open(videoId: string, options = {}): Promise<string> {
  const bought = await begin(videoId, options);
  if (!bought.ok) throw new Error(bought.error);
  return bought.checkoutUrl.split("/").at(-1) ?? "";
}

async function pay(videoId: string, options = {}): Promise<string> {
  const checkoutId = await open(videoId, options);
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  return checkoutId;
}

const saleOf = (videoId: string) =>
  db
    .selectFrom("sales")
    .select(["id", "amount_cents", "status", "duplicate", "platform_fee_cents"])
    .where("consumer_id", "=", buyer.userId)
    .where("video_id", "=", videoId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const hasAccess = async (videoId: string) =>
  await findAccess(db, { userId: buyer.userId, productId: videoId });

test("the price of a course is reduced by what was paid for its lessons, frozen with the sale, and split as paid", async () => {
  const [first = "", second = "", third = ""] = lessons;
  await pay(first);
  await pay(second);
  const refused = await begin(courseId, { shownPriceCents: 14_900 - 2 * 4990 - 1 });
  expect(refused).toMatchObject({ ok: false, error: "priceRose", priceCents: 4920 });
  await pay(courseId, { shownPriceCents: 4920 });
  const sale = await saleOf(courseId);
  expect(sale).toMatchObject({ amount_cents: 4920, status: "completed", platform_fee_cents: 738 });
  const frozen = await readRows(db, "sale_credits", { sale_id: sale.id });
  expect(frozen.map(({ amount_cents }) => amount_cents)).toEqual([4990, 4990]);
  expect(await Promise.all([first, second, third].map(hasAccess))).toEqual([true, true, true]);
  expect(await begin(third)).toEqual({ ok: false, error: "alreadyBought" });
  expect((await saleOf(first)).status).toBe("completed");
  expect(await readViolations(world)).toEqual([]);
});

test("a coupon reduces what is left after the credit", async () => {
  const coupon = { intent: "save", code: "DEZ", percent: "10" };
  await changeCoupon(services, { creatorId: creator.userId }, { fields: coupon, listOf: () => [] });
  await pay(lessons[0] ?? "");
  await pay(courseId, { coupon: "DEZ" });
  expect((await saleOf(courseId)).amount_cents).toBe(14_900 - 4990 - 991);
});

test("a lesson that reduced the price can be withdrawn only after its course", async () => {
  const [first = ""] = lessons;
  await pay(first);
  await pay(courseId);
  const own = { consumerId: buyer.userId, locale: "pt" as const };
  const { id: lessonSale } = await saleOf(first);
  expect(await withdrawFromSale(services, { ...own, saleId: lessonSale })).toEqual({
    ok: false,
    error: "credited",
  });
  expect(await withdrawFromSale(services, { ...own, saleId: (await saleOf(courseId)).id })).toMatchObject({
    ok: true,
  });
  expect([await hasAccess(first), await hasAccess(lessons[1] ?? "")]).toEqual([true, false]);
  expect(await withdrawFromSale(services, { ...own, saleId: lessonSale })).toMatchObject({ ok: true });
});

const withdraw = async (videoId: string) => {
  const { id: saleId } = await saleOf(videoId);
  return withdrawFromSale(services, { consumerId: buyer.userId, locale: "pt", saleId });
};
const checkoutStatus = (id: string) => stripe.sessions().find((session) => session.id === id)?.status;

test("the withdrawal of a lesson ends the open checkout of the course whose price it reduces", async () => {
  const [first = ""] = lessons;
  await pay(first);
  const ofCourse = await open(courseId);
  expect(await withdraw(first)).toMatchObject({ ok: true });
  expect([checkoutStatus(ofCourse), (await saleOf(courseId)).status]).toEqual(["expired", "failed"]);
  await pay(courseId);
  const paid = await readRows(
    db,
    "sales",
    { video_id: courseId, consumer_id: buyer.userId, status: "completed" },
    "amount_cents",
  );
  expect(paid).toEqual([{ amount_cents: 14_900 }]);
  expect(await readViolations(world)).toEqual([]);
});

test("a lesson is not withdrawn when its course was paid, before the payment is reported", async () => {
  const [first = ""] = lessons;
  await pay(first);
  await stripe.pay(await open(courseId), { method: "card", outcome: "succeed" });
  expect(await withdraw(first)).toEqual({ ok: false, error: "credited" });
  expect((await saleOf(courseId)).status).toBe("completed");
});

test("a lesson withdrawn while its course's checkout is being opened leaves none that can be paid at the reduced price", async () => {
  for (let round = 0; round < 8; round += 1) {
    buyer = await makeConsumer(world);
    const [first = ""] = lessons;
    await pay(first);
    const { id: lessonSale } = await saleOf(first);
    const [withdrawn] = await Promise.allSettled([withdraw(first), begin(courseId), begin(courseId)]);
    expect(withdrawn).toMatchObject({ status: "fulfilled", value: { ok: true } });
    const lowered = await db
      .selectFrom("sales")
      .innerJoin("sale_credits", "sale_id", "sales.id")
      .select("provider_checkout_id")
      .where("credited_sale_id", "=", lessonSale)
      .execute();
    for (const { provider_checkout_id: id } of lowered) expect(id && checkoutStatus(id)).not.toBe("open");
  }
});

/** What the pages of a course and its lessons offer. */
const stepsOf = (videoIds: readonly string[]) => {
  const shown = videoIds.map((id) => ({ id, creator_id: creator.userId }));
  return showWatchSteps(services, buyer, shown, "pt");
};

async function leaveBoleto(videoId: string) {
  const checkoutId = await open(videoId);
  await stripe.pay(checkoutId, { method: "boleto", outcome: "later" });
  await deliver();
  const state = { step: "held", saleId: (await saleOf(videoId)).id };
  return { checkoutId, state };
}

test("a lesson's pending boleto blocks the purchase of the course, and vice versa, as their pages say", async () => {
  const [first = "", second = ""] = lessons;
  const ofLesson = await leaveBoleto(first);
  expect(await begin(courseId)).toEqual({ ok: false, error: "lessonProcessing" });
  expect(await stepsOf([first, courseId, second])).toMatchObject([
    { step: "paying" },
    ofLesson.state,
    { step: "buy" },
  ]);
  await stripe.settle(ofLesson.checkoutId, "failed");
  await deliver();
  expect(await stepsOf([courseId])).toEqual([{ step: "buy" }]);
  expect(await begin(courseId)).toMatchObject({ ok: true });
  buyer = await makeConsumer(world);
  const ofCourse = await leaveBoleto(courseId);
  expect(await begin(first)).toEqual({ ok: false, error: "lessonProcessing" });
  const held = ofCourse.state;
  expect(await stepsOf([first, courseId, second])).toMatchObject([held, { step: "paying" }, held]);
});

test("a pending boleto that was set aside, or is for a gift, blocks nothing, as the course's page says", async () => {
  const [first = ""] = lessons;
  await leaveBoleto(first);
  const { id } = await saleOf(first);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  expect(await stepsOf([courseId])).toEqual([{ step: "buy" }]);
  buyer = await makeConsumer(world);
  const gift = { email: "bia@example.com", message: null, deliverAt: null };
  await stripe.pay(await open(first, { gift }), { method: "boleto", outcome: "later" });
  await deliver();
  expect(await stepsOf([courseId])).toEqual([{ step: "buy" }]);
  expect(await begin(courseId)).toMatchObject({ ok: true });
});

test("a lesson whose replaced boleto is paid after its course is refunded", async () => {
  const [first = ""] = lessons;
  const checkoutId = await open(first);
  await stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  await deliver();
  const { id } = await saleOf(first);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  await pay(courseId);
  expect((await saleOf(courseId)).amount_cents).toBe(14_900);
  await stripe.settle(checkoutId, "succeeded");
  await deliver();
  expect(await saleOf(first)).toMatchObject({ duplicate: true, status: "refunded" });
  expect(await hasAccess(first)).toBe(true);
  expect(await readViolations(world)).toEqual([]);
});

test("an open checkout of a lesson ends when its course is bought, and vice versa", async () => {
  const [first = ""] = lessons;
  const ofLesson = await open(first);
  const ofCourse = await open(courseId);
  const statusOf = (id: string) => stripe.sessions().find((session) => session.id === id)?.status;
  expect([statusOf(ofLesson), statusOf(ofCourse)]).toEqual(["expired", "open"]);
  const again = await open(first);
  expect([statusOf(ofCourse), statusOf(again)]).toEqual(["expired", "open"]);
});

test("two tabs that buy a lesson and its course at once never leave both payable", async () => {
  for (let round = 0; round < 10; round += 1) {
    buyer = await makeConsumer(world);
    const [first = ""] = lessons;
    await Promise.allSettled([begin(first), begin(courseId), begin(first), begin(courseId)]);
    const own = await readRows(db, "sales", { consumer_id: buyer.userId }, "provider_checkout_id");
    const ids = own.map(({ provider_checkout_id }) => provider_checkout_id);
    const stillOpen = stripe.sessions().filter(({ id, status }) => ids.includes(id) && status === "open");
    expect(stillOpen.length).toBeLessThanOrEqual(1);
  }
});

const gift = { email: "bia@example.com", message: null, deliverAt: null };

test("a lesson bought as a gift reduces no price of its course, and is not refunded beside it", async () => {
  const [first = ""] = lessons;
  await pay(first, { gift });
  expect(await saleOf(first)).toMatchObject({ status: "completed" });
  expect(await hasAccess(first)).toBe(false);
  await pay(courseId);
  expect(await saleOf(courseId)).toMatchObject({ amount_cents: 14_900, status: "completed" });
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  expect(await readViolations(world)).toEqual([]);
});

test("a course bought as a gift costs its full price, and gives its buyer no lesson", async () => {
  const [first = "", second = ""] = lessons;
  await pay(first);
  await pay(courseId, { gift });
  const given = await saleOf(courseId);
  expect(given).toMatchObject({ amount_cents: 14_900, status: "completed" });
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  expect(await hasAccess(second)).toBe(false);
  // Its buyer may still buy the rest for themself, and a lesson.
  await pay(second);
  expect(await saleOf(second)).toMatchObject({ status: "completed", duplicate: false });
  const friend = await makeConsumer(world);
  const link = { kind: "gift", id: given.id, version: 0 } as const;
  expect(await takeAccess(services, link, friend.userId)).toMatchObject({ ok: true });
  for (const lesson of lessons)
    expect(await findAccess(db, { userId: friend.userId, productId: lesson })).toBe(true);
  await withdrawFromSale(services, { consumerId: buyer.userId, saleId: given.id, locale: "pt" });
  await deliver();
  expect(await saleOf(courseId)).toMatchObject({ status: "refunded" });
  expect(await findAccess(db, { userId: friend.userId, productId: second })).toBe(false);
  expect(await hasAccess(second)).toBe(true);
  expect(await readViolations(world)).toEqual([]);
});

test("an open gift blocks no purchase of its course, and neither ends the other", async () => {
  const [first = ""] = lessons;
  const given = await open(first, { gift });
  const own = await open(courseId);
  for (const checkoutId of [given, own]) await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  expect(await saleOf(courseId)).toMatchObject({ status: "completed", duplicate: false });
});
