/** Who owns lessons pays the rest of their course, and nobody pays twice for a lesson. */
import { expect, test } from "vitest";
import { showSale } from "~/features/office/sales/show-sale.server";
import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { makeConsumer } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { addCoupon, giftTerms } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { startCourseScene } from "./course-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const scene = startCourseScene(world, 14_900);
const { deliver, begin, open, pay, payLater, saleOf, hasAccess, withdraw, checkoutStatus } = scene;

test("the price of a course is reduced by what was paid for its lessons, frozen with the sale, split as paid, and named to administrators", async () => {
  const [first, second, third] = scene.lessons;
  await pay(first);
  await pay(second);
  const refused = await begin(scene.courseId, { shownPriceCents: 14_900 - 2 * 4990 - 1 });
  expect(refused).toMatchObject({ ok: false, error: "priceRose", priceCents: 4920 });
  await pay(scene.courseId, { shownPriceCents: 4920 });
  const sale = await saleOf(scene.courseId);
  expect(sale).toMatchObject({ amount_cents: 4920, status: "completed", platform_fee_cents: 738 });
  const frozen = await readRows(db, "sale_credits", { sale_id: sale.id });
  expect(frozen.map(({ amount_cents }) => amount_cents)).toEqual([4990, 4990]);
  const [one, two] = [await saleOf(first), await saleOf(second)];
  const counted = (await showSale(services, sale.id))?.countedLessons;
  expect(counted?.sort((a, b) => a.title.localeCompare(b.title))).toEqual([
    { id: two.id, title: "Dois", number: two.purchase_number, cents: 4990 },
    { id: one.id, title: "Um", number: one.purchase_number, cents: 4990 },
  ]);
  expect((await showSale(services, one.id))?.countedLessons).toEqual([]);
  expect(await Promise.all(scene.lessons.map((id) => hasAccess(id)))).toEqual([true, true, true]);
  expect(await begin(third)).toEqual({ ok: false, error: "alreadyBought" });
  expect((await saleOf(first)).status).toBe("completed");
  await expectNoViolations(db);
});

test("a coupon reduces what is left after the credit", async () => {
  await addCoupon(db, { creatorId: scene.creator.userId, code: "DEZ", percent: 10, now: services.clock() });
  await pay(scene.lessons[0]);
  await pay(scene.courseId, { coupon: "DEZ" });
  expect((await saleOf(scene.courseId)).amount_cents).toBe(14_900 - 4990 - 991);
});

test("a lesson that reduced the price can be withdrawn only after its course", async () => {
  const [first, second] = scene.lessons;
  await pay(first);
  await pay(scene.courseId);
  expect(await withdraw(first)).toEqual({ ok: false, error: "credited" });
  expect(await withdraw(scene.courseId)).toMatchObject({ ok: true });
  expect([await hasAccess(first), await hasAccess(second)]).toEqual([true, false]);
  expect(await withdraw(first)).toMatchObject({ ok: true });
});

test("the withdrawal of a lesson ends the open checkout of the course whose price it reduces", async () => {
  const [first] = scene.lessons;
  await pay(first);
  const ofCourse = await open(scene.courseId);
  expect(await withdraw(first)).toMatchObject({ ok: true });
  expect([checkoutStatus(ofCourse), (await saleOf(scene.courseId)).status]).toEqual(["expired", "failed"]);
  await pay(scene.courseId);
  const paid = { video_id: scene.courseId, consumer_id: scene.buyer.userId, status: "completed" } as const;
  expect(await readRows(db, "sales", paid, "amount_cents")).toEqual([{ amount_cents: 14_900 }]);
  await expectNoViolations(db);
});

test("a lesson is not withdrawn when its course was paid, before the payment is reported", async () => {
  const [first] = scene.lessons;
  await pay(first);
  await stripe.pay(await open(scene.courseId), { method: "card", outcome: "succeed" });
  expect(await withdraw(first)).toEqual({ ok: false, error: "credited" });
  expect((await saleOf(scene.courseId)).status).toBe("completed");
});

test("a lesson withdrawn while its course's checkout is being opened leaves none that can be paid at the reduced price", async () => {
  for (let round = 0; round < 4; round += 1) {
    await scene.renewBuyer();
    const [first] = scene.lessons;
    await pay(first);
    const { id: lessonSale } = await saleOf(first);
    const [withdrawn] = await Promise.allSettled([
      withdraw(first),
      begin(scene.courseId),
      begin(scene.courseId),
    ]);
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

/** What the pages of a course and its scene.lessons offer. */
const stepsOf = (videoIds: readonly string[]) => {
  const shown = videoIds.map((id) => ({ id, creator_id: scene.creator.userId }));
  return showWatchSteps(services, scene.buyer, shown, "pt");
};

async function leaveBoleto(videoId: string) {
  const checkoutId = await payLater(videoId, "boleto");
  const state = { step: "held", saleId: (await saleOf(videoId)).id };
  return { checkoutId, state };
}

test("a lesson's pending boleto blocks the purchase of the course, and vice versa, as their pages say", async () => {
  const [first, second] = scene.lessons;
  const ofLesson = await leaveBoleto(first);
  expect(await begin(scene.courseId)).toEqual({ ok: false, error: "lessonProcessing" });
  expect(await stepsOf([first, scene.courseId, second])).toMatchObject([
    { step: "paying" },
    ofLesson.state,
    { step: "buy" },
  ]);
  await stripe.settle(ofLesson.checkoutId, "failed");
  await deliver();
  expect(await stepsOf([scene.courseId])).toEqual([{ step: "buy" }]);
  expect(await begin(scene.courseId)).toMatchObject({ ok: true });
  await scene.renewBuyer();
  const ofCourse = await leaveBoleto(scene.courseId);
  expect(await begin(first)).toEqual({ ok: false, error: "lessonProcessing" });
  const held = ofCourse.state;
  expect(await stepsOf([first, scene.courseId, second])).toMatchObject([held, { step: "paying" }, held]);
});

test("a pending boleto that was set aside, or is for a gift, blocks nothing, as the course's page says", async () => {
  const [first] = scene.lessons;
  await leaveBoleto(first);
  const { id } = await saleOf(first);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  expect(await stepsOf([scene.courseId])).toEqual([{ step: "buy" }]);
  await scene.renewBuyer();
  await payLater(first, "boleto", { gift: giftTerms });
  expect(await stepsOf([scene.courseId])).toEqual([{ step: "buy" }]);
  expect(await begin(scene.courseId)).toMatchObject({ ok: true });
});

test("a lesson whose replaced boleto is paid after its course is refunded", async () => {
  const [first] = scene.lessons;
  const checkoutId = await payLater(first, "pix");
  const { id } = await saleOf(first);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  await pay(scene.courseId);
  expect((await saleOf(scene.courseId)).amount_cents).toBe(14_900);
  await stripe.settle(checkoutId, "succeeded");
  await deliver();
  expect(await saleOf(first)).toMatchObject({ duplicate: true, status: "refunded" });
  expect(await hasAccess(first)).toBe(true);
  await expectNoViolations(db);
});

test("an open checkout of a lesson ends when its course is bought, and vice versa", async () => {
  const [first] = scene.lessons;
  const ofLesson = await open(first);
  const ofCourse = await open(scene.courseId);
  expect([checkoutStatus(ofLesson), checkoutStatus(ofCourse)]).toEqual(["expired", "open"]);
  const again = await open(first);
  expect([checkoutStatus(ofCourse), checkoutStatus(again)]).toEqual(["expired", "open"]);
});

test("two tabs that buy a lesson and its course at once never leave both payable", async () => {
  for (let round = 0; round < 4; round += 1) {
    await scene.renewBuyer();
    const [first] = scene.lessons;
    await Promise.allSettled([begin(first), begin(scene.courseId), begin(first), begin(scene.courseId)]);
    const own = await readRows(db, "sales", { consumer_id: scene.buyer.userId }, "provider_checkout_id");
    const ids = own.map(({ provider_checkout_id }) => provider_checkout_id);
    const stillOpen = stripe.sessions().filter(({ id, status }) => ids.includes(id) && status === "open");
    expect(stillOpen.length).toBeLessThanOrEqual(1);
  }
});

test("a lesson bought as a gift reduces no price of its course, and is not refunded beside it", async () => {
  const [first] = scene.lessons;
  await pay(first, { gift: giftTerms });
  expect(await saleOf(first)).toMatchObject({ status: "completed" });
  expect(await hasAccess(first)).toBe(false);
  await pay(scene.courseId);
  expect(await saleOf(scene.courseId)).toMatchObject({ amount_cents: 14_900, status: "completed" });
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  await expectNoViolations(db);
});

test("a course bought as a gift costs its full price, and gives its buyer no lesson", async () => {
  const [first, second] = scene.lessons;
  await pay(first);
  await pay(scene.courseId, { gift: giftTerms });
  const given = await saleOf(scene.courseId);
  expect(given).toMatchObject({ amount_cents: 14_900, status: "completed" });
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  expect(await hasAccess(second)).toBe(false);
  // Its buyer may still buy the rest for themself, and a lesson.
  await pay(second);
  expect(await saleOf(second)).toMatchObject({ status: "completed", duplicate: false });
  const friend = await makeConsumer(world);
  const link = { kind: "gift", id: given.id, version: 0 } as const;
  expect(await takeAccess(services, link, friend.userId)).toMatchObject({ ok: true });
  for (const lesson of scene.lessons) expect(await hasAccess(lesson, friend.userId)).toBe(true);
  await withdraw(scene.courseId);
  await deliver();
  expect(await saleOf(scene.courseId)).toMatchObject({ status: "refunded" });
  expect(await hasAccess(second, friend.userId)).toBe(false);
  expect(await hasAccess(second)).toBe(true);
  await expectNoViolations(db);
});

test("an open gift blocks no purchase of its course, and neither ends the other", async () => {
  const [first] = scene.lessons;
  const given = await open(first, { gift: giftTerms });
  const own = await open(scene.courseId);
  for (const checkoutId of [given, own]) await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  expect(await saleOf(first)).toMatchObject({ status: "completed", duplicate: false });
  expect(await saleOf(scene.courseId)).toMatchObject({ status: "completed", duplicate: false });
});
