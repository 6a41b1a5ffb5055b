/** A course whose lessons have paid for it costs nothing, as long as their money stays. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { listPaidCourses } from "~/features/orders/settlement/course-credits.queries.server";
import { showReceived } from "~/features/playback/library/show-library.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { showCredit } from "~/features/shop/sales-page/show-course.server";
import { openAsOwner } from "../../../support/as-owner";
import { makeConsumer } from "../../../support/people";
import { expectNoViolations, findForged } from "../../../support/proofs";
import { actorOf, giftTerms } from "../../../support/rows";
import { readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";
import { startCourseScene } from "./course-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const owner = await openAsOwner(db);
const lessonCents = 4990;
const scene = startCourseScene(world, 9900);
const { deliver, begin, open, payLater, saleOf, checkoutStatus } = scene;

const press = (options = {}) => begin(scene.courseId, { shownPriceCents: 0, ...options });
const taken = { ok: true, free: true };
const hasAccess = (videoId = scene.courseId) => scene.hasAccess(videoId);

/** Pays the first scene.lessons. */
async function payLessons(count: 1 | 2 | 3): Promise<void> {
  for (const videoId of scene.lessons.slice(0, count)) await scene.pay(videoId);
}

const grantsOf = () => {
  const course = { user_id: scene.buyer.userId, product_id: scene.courseId };
  return readInOrder(db, "access_grants", course, ["revoke_reason"], "reason", "revoke_reason");
};

async function withdraw(videoId: string) {
  const withdrawn = await scene.withdraw(videoId);
  await deliver();
  return withdrawn;
}

async function refund(videoId: string, amountCents: number, seenBackCents = 0): Promise<void> {
  const { id } = await saleOf(videoId);
  const wish = { ...refundWish(id, actorOf(scene.creator.userId), amountCents), seenBackCents };
  expect(await refundSale(services, wish)).toMatchObject({ ok: true });
  await deliver();
}

const expectSound = () => expectNoViolations(db, "access_violations", "figure_violations");

test("one press gives the course without a sale, and the library, the mail and the page say what paid for it", async () => {
  await payLessons(2);
  const course = { id: scene.courseId, price_cents: 9900 };
  expect(await showCredit(db, course, { userId: scene.buyer.userId })).toMatchObject({ restCents: 0 });
  expect(await press()).toMatchObject({ ...taken, checkoutUrl: `/watch/${scene.courseId}` });
  expect(await hasAccess(scene.lessons[2])).toBe(true);
  expect(await press()).toEqual({ ok: false, error: "alreadyBought" });
  expect(await begin(scene.lessons[2])).toEqual({ ok: false, error: "alreadyBought" });
  expect(await showReceived(db, scene.buyer.userId, "pt")).toMatchObject([
    { videoId: scene.courseId, reason: "lessons" },
  ]);
  const access = await readRow(db, "free_accesses", { user_id: scene.buyer.userId });
  expect(access).toMatchObject({ list_price_cents: 9900, credit_cents: 9980 });
  const credits = await readRows(db, "free_access_credits", { access_id: access.id }, "amount_cents");
  expect(credits).toEqual(Array(2).fill({ amount_cents: lessonCents }));
  const mails = await readRows(db, "mails", { user_id: scene.buyer.userId, kind: "freeAccess" }, "id");
  expect(mails).toHaveLength(1);
  await expectSound();
});

test("a review of it counts, as money was paid for what it is about", async () => {
  await payLessons(2);
  await press();
  await saveReview(services, {
    videoId: scene.courseId,
    form: { rating: 4, text: "" },
    by: actorOf(scene.buyer.userId),
  });
  const figures = () =>
    readRow(db, "videos", { id: scene.courseId }, "review_count", "rating_total", "sales_count");
  expect(await figures()).toEqual({ review_count: 1, rating_total: 4, sales_count: 0 });
  await withdraw(scene.lessons[0]);
  expect(await figures()).toMatchObject({ review_count: 0 });
  await expectSound();
});

test("a lesson that paid for it can be withdrawn, which ends the course, and bought again gives it again", async () => {
  await payLessons(2);
  await press();
  const { id: lessonSale } = await saleOf(scene.lessons[0]);
  expect(await listPaidCourses(db, lessonSale, "endWithout")).toEqual(["Violão"]);
  expect(await withdraw(scene.lessons[0])).toMatchObject({ ok: true });
  expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "refunded" }]);
  expect(await Promise.all([scene.courseId, ...scene.lessons].map((id) => hasAccess(id)))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(await listPaidCourses(db, lessonSale, "ended")).toEqual(["Violão"]);
  expect(await press()).toMatchObject({ ok: false, error: "priceRose", priceCents: 9900 - lessonCents });
  world.advance(1000);
  await scene.pay(scene.lessons[0]);
  expect(await saleOf(scene.lessons[0])).toMatchObject({ status: "completed", duplicate: false });
  expect(await press()).toMatchObject(taken);
  expect(await grantsOf()).toEqual([
    { reason: "lessons", revoke_reason: "refunded" },
    { reason: "lessons", revoke_reason: null },
  ]);
  await expectSound();
});

test("a refund ends it only if the other lessons no longer cover the price, and a refund of a part counts", async () => {
  await payLessons(3);
  await press();
  expect(await listPaidCourses(db, (await saleOf(scene.lessons[0])).id, "endWithout")).toEqual([]);
  await withdraw(scene.lessons[2]);
  expect(await hasAccess(scene.lessons[2])).toBe(true);
  // 99,80 are left, of which 99,00 less 49 cents are needed.
  await refund(scene.lessons[0], 129);
  expect(await hasAccess()).toBe(true);
  await refund(scene.lessons[0], 1, 129);
  expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "refunded" }]);
  expect(await hasAccess(scene.lessons[0])).toBe(true);
  await expectSound();
});

test.each(["won", "lost"] as const)(
  "a dispute of a lesson suspends it, and it is %s with the dispute",
  async (end) => {
    await payLessons(2);
    await press();
    const { provider_payment_id: paymentId } = await saleOf(scene.lessons[1]);
    const opened = await stripe.openDispute(paymentId ?? "");
    await deliver();
    expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "disputed" }]);
    expect(await press()).toMatchObject({ ok: false, error: "disputed" });
    await stripe.moveDispute(opened.ok ? opened.dispute.id : "", end);
    await deliver();
    const revoke_reason = end === "won" ? null : "refunded";
    expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason }]);
    await expectSound();
  },
);

test("a lesson that waits for its boleto comes first, and an open checkout of one is ended", async () => {
  await payLessons(2);
  const checkoutId = await open(scene.lessons[2]);
  expect(await press()).toMatchObject(taken);
  expect(checkoutStatus(checkoutId)).toBe("expired");
  await scene.renewBuyer();
  await payLessons(2);
  await payLater(scene.lessons[2], "boleto");
  expect(await press()).toEqual({ ok: false, error: "lessonProcessing" });
  await expectSound();
});

test("a lesson whose replaced Pix is paid after the press is refunded as a second payment", async () => {
  await payLessons(2);
  const checkoutId = await payLater(scene.lessons[2], "pix");
  const { id } = await saleOf(scene.lessons[2]);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  expect(await press()).toMatchObject(taken);
  await stripe.settle(checkoutId, "succeeded");
  await deliver();
  expect(await saleOf(scene.lessons[2])).toMatchObject({ duplicate: true, status: "refunded" });
  expect(await hasAccess(scene.lessons[2])).toBe(true);
  await expectSound();
});

test("a price that rose and a lesson that left the course before the press ask again, and after it change nothing", async () => {
  await payLessons(2);
  const price = (price_cents: number) => setRows(db, "videos", { id: scene.courseId }, { price_cents });
  const leave = (removed_at: Date | null) =>
    setRows(db, "course_lessons", { course_id: scene.courseId, video_id: scene.lessons[1] }, { removed_at });
  await price(10_030);
  expect(await press()).toMatchObject({ ok: false, error: "priceRose", priceCents: 50 });
  await price(9900);
  await leave(services.clock());
  expect(await press()).toMatchObject({ ok: false, error: "priceRose", priceCents: 4910 });
  await leave(null);
  expect(await press()).toMatchObject(taken);
  await price(20_000);
  await leave(services.clock());
  expect(await hasAccess()).toBe(true);
  await expectSound();
});

test("a coupon is not asked for, and a gift of the course costs its full price", async () => {
  await payLessons(2);
  const given = await begin(scene.courseId, { gift: giftTerms, shownPriceCents: 0 });
  expect(given).toMatchObject({ priceCents: 9900 });
  expect(await press({ coupon: "NENHUM" })).toMatchObject(taken);
});

test("a press and a withdrawal at once never leave both the course and the money", async () => {
  for (let round = 0; round < 3; round += 1) {
    await scene.renewBuyer();
    await payLessons(2);
    const { id: saleId } = await saleOf(scene.lessons[0]);
    const own = { consumerId: scene.buyer.userId, locale: "pt" as const, saleId };
    const [, withdrawn] = await Promise.all([press(), withdrawFromSale(services, own), press()]);
    expect(withdrawn).toMatchObject({ ok: true });
    expect(await hasAccess()).toBe(false);
  }
  await deliver();
  await expectSound();
});

test("the application's role cannot name another sum, another person or a course that is not paid", async () => {
  const forge = (userId: string, cents: number) =>
    sql`INSERT INTO free_accesses (user_id, product_id, credit_cents, list_price_cents, created_at)
      VALUES (${userId}, ${scene.courseId}, ${cents}, 50, now())`.execute(db);
  const refused = { constraint: "free_accesses_lessons" };
  await scene.pay(scene.lessons[0]);
  await expect(forge(scene.buyer.userId, lessonCents)).rejects.toMatchObject(refused);
  await scene.pay(scene.lessons[1]);
  for (const [userId, cents] of [
    [scene.buyer.userId, 9900],
    [scene.creator.userId, 9980],
    [(await makeConsumer(world)).userId, 9980],
  ] as const)
    await expect(forge(userId, cents)).rejects.toMatchObject(refused);
});

test("the nightly proof names a planted grant", async () => {
  await payLessons(2);
  await press();
  const { id } = await readRow(db, "free_accesses", { user_id: scene.buyer.userId }, "id");
  await withdraw(scene.lessons[0]);
  const planted = sql`UPDATE access_grants SET revoked_at = NULL, revoke_reason = NULL WHERE source_id = ${id}`;
  expect(await findForged(owner, "access_violations", planted)).toEqual([
    "access: grant without what it is given for",
  ]);
});
