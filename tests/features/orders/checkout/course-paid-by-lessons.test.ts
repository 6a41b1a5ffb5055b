/** A course whose lessons have paid for it costs nothing, as long as their money stays. */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { listPaidCourses } from "~/features/orders/settlement/course-credits.queries.server";
import { showReceived } from "~/features/playback/library/show-library.server";
import { saveReview } from "~/features/shop/reviews/write-review.server";
import { showCredit } from "~/features/shop/sales-page/show-course.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { createDelivery, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, type Person } from "../../../support/people";
import { actorOf, addCourse, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const owner = await openAsOwner(db);
const deliver = createDelivery(world);
const lessonCents = 4990;
let creator: Person;
let buyer: Person;
let lessons: [string, string, string];
let courseId: string;

beforeEach(async () => {
  creator = await makeCreator(world);
  buyer = await makeConsumer(world);
  const now = new Date(services.clock().getTime() - 60_000);
  const add = (title: string) => addVideo(db, creator.userId, { title, now });
  lessons = [await add("Um"), await add("Dois"), await add("Três")];
  courseId = await addCourse(db, creator.userId, lessons, { title: "Violão", priceCents: 9900, now });
});

const begin = (videoId: string, options = {}) =>
  buyVideo(services, { userId: buyer.userId, email: buyer.email }, videoId, "pt", options);
const press = (options = {}) => begin(courseId, { shownPriceCents: 0, ...options });
const taken = { ok: true, free: true };

async function open(videoId: string): Promise<string> {
  const bought = await begin(videoId);
  if (!bought.ok) throw new Error(bought.error);
  return bought.checkoutUrl.split("/").at(-1) ?? "";
}

async function pay(...videoIds: string[]): Promise<void> {
  for (const videoId of videoIds)
    await stripe.pay(await open(videoId), { method: "card", outcome: "succeed" });
  await deliver();
}

const saleOf = (videoId: string) =>
  db
    .selectFrom("sales")
    .select(["id", "status", "duplicate", "provider_payment_id"])
    .where("consumer_id", "=", buyer.userId)
    .where("video_id", "=", videoId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const hasAccess = async (videoId = courseId) =>
  await findAccess(db, { userId: buyer.userId, productId: videoId });
const grantsOf = () =>
  db
    .selectFrom("access_grants")
    .select(["reason", "revoke_reason"])
    .where("user_id", "=", buyer.userId)
    .where("product_id", "=", courseId)
    .orderBy("revoke_reason")
    .execute();

async function withdraw(videoId: string) {
  const { id: saleId } = await saleOf(videoId);
  const withdrawn = await withdrawFromSale(services, { consumerId: buyer.userId, locale: "pt", saleId });
  await deliver();
  return withdrawn;
}

async function refund(videoId: string, amountCents: number, seenBackCents = 0): Promise<void> {
  const { id: saleId } = await saleOf(videoId);
  const by = actorOf(creator.userId);
  const wish = { saleId, amountCents, channel: "provider", seenBackCents, by, note: "Pedido" } as const;
  expect(await refundSale(services, wish)).toMatchObject({ ok: true });
  await deliver();
}

async function expectNoViolations(): Promise<void> {
  expect(await readViolations(world)).toEqual([]);
  for (const view of ["access_violations", "figure_violations"])
    expect((await sql`SELECT * FROM ${sql.table(view)}`.execute(owner)).rows).toEqual([]);
}

test("one press gives the course without a sale, and the library, the mail and the page say what paid for it", async () => {
  await pay(lessons[0], lessons[1]);
  const course = { id: courseId, price_cents: 9900 };
  expect(await showCredit(db, course, { userId: buyer.userId })).toMatchObject({ restCents: 0 });
  expect(await press()).toMatchObject({ ...taken, checkoutUrl: `/watch/${courseId}` });
  expect(await hasAccess(lessons[2])).toBe(true);
  expect(await press()).toEqual({ ok: false, error: "alreadyBought" });
  expect(await begin(lessons[2])).toEqual({ ok: false, error: "alreadyBought" });
  expect(await showReceived(db, buyer.userId, "pt")).toMatchObject([
    { videoId: courseId, reason: "lessons" },
  ]);
  const frozen = await db
    .selectFrom("free_access_credits")
    .innerJoin("free_accesses", "free_accesses.id", "access_id")
    .select(["free_access_credits.amount_cents", "list_price_cents", "credit_cents"])
    .where("user_id", "=", buyer.userId)
    .execute();
  expect(frozen).toEqual(
    Array(2).fill({ amount_cents: lessonCents, list_price_cents: 9900, credit_cents: 9980 }),
  );
  const { count } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", buyer.userId)
    .where("kind", "=", "freeAccess")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
  await expectNoViolations();
});

test("a review of it counts, as money was paid for what it is about", async () => {
  await pay(lessons[0], lessons[1]);
  await press();
  await saveReview(services, { videoId: courseId, form: { rating: 4, text: "" }, by: actorOf(buyer.userId) });
  const figures = () =>
    readRow(db, "videos", { id: courseId }, "review_count", "rating_total", "sales_count");
  expect(await figures()).toEqual({ review_count: 1, rating_total: 4, sales_count: 0 });
  await withdraw(lessons[0]);
  expect(await figures()).toMatchObject({ review_count: 0 });
  await expectNoViolations();
});

test("a lesson that paid for it can be withdrawn, which ends the course, and bought again gives it again", async () => {
  await pay(lessons[0], lessons[1]);
  await press();
  const { id: lessonSale } = await saleOf(lessons[0]);
  expect(await listPaidCourses(db, lessonSale, "endWithout")).toEqual(["Violão"]);
  expect(await withdraw(lessons[0])).toMatchObject({ ok: true });
  expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "refunded" }]);
  expect(await Promise.all([courseId, ...lessons].map(hasAccess))).toEqual([false, false, true, false]);
  expect(await listPaidCourses(db, lessonSale, "ended")).toEqual(["Violão"]);
  expect(await press()).toMatchObject({ ok: false, error: "priceRose", priceCents: 9900 - lessonCents });
  world.advance(1000);
  await pay(lessons[0]);
  expect(await saleOf(lessons[0])).toMatchObject({ status: "completed", duplicate: false });
  expect(await press()).toMatchObject(taken);
  expect(await grantsOf()).toEqual([
    { reason: "lessons", revoke_reason: "refunded" },
    { reason: "lessons", revoke_reason: null },
  ]);
  await expectNoViolations();
});

test("a refund ends it only if the other lessons no longer cover the price, and a refund of a part counts", async () => {
  await pay(...lessons);
  await press();
  expect(await listPaidCourses(db, (await saleOf(lessons[0])).id, "endWithout")).toEqual([]);
  await withdraw(lessons[2]);
  expect(await hasAccess(lessons[2])).toBe(true);
  // 99,80 are left, of which 99,00 less 49 cents are needed.
  await refund(lessons[0], 129);
  expect(await hasAccess()).toBe(true);
  await refund(lessons[0], 1, 129);
  expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "refunded" }]);
  expect(await hasAccess(lessons[0])).toBe(true);
  await expectNoViolations();
});

test.each(["won", "lost"] as const)(
  "a dispute of a lesson suspends it, and it is %s with the dispute",
  async (end) => {
    await pay(lessons[0], lessons[1]);
    await press();
    const { provider_payment_id: paymentId } = await saleOf(lessons[1]);
    const opened = await stripe.openDispute(paymentId ?? "");
    await deliver();
    expect(await grantsOf()).toEqual([{ reason: "lessons", revoke_reason: "disputed" }]);
    expect(await press()).toMatchObject({ ok: false, error: "disputed" });
    await stripe.moveDispute(opened.ok ? opened.dispute.id : "", end);
    await deliver();
    expect(await grantsOf()).toEqual([
      { reason: "lessons", revoke_reason: end === "won" ? null : "refunded" },
    ]);
    await expectNoViolations();
  },
);

test("a lesson that waits for its boleto comes first, and an open checkout of one is ended", async () => {
  await pay(lessons[0], lessons[1]);
  const checkoutId = await open(lessons[2]);
  expect(await press()).toMatchObject(taken);
  const session = stripe.sessions().find(({ id }) => id === checkoutId);
  expect(session?.status).toBe("expired");
  buyer = await makeConsumer(world);
  await pay(lessons[0], lessons[1]);
  await stripe.pay(await open(lessons[2]), { method: "boleto", outcome: "later" });
  await deliver();
  expect(await press()).toEqual({ ok: false, error: "lessonProcessing" });
  await expectNoViolations();
});

test("a lesson whose replaced Pix is paid after the press is refunded as a second payment", async () => {
  await pay(lessons[0], lessons[1]);
  const checkoutId = await open(lessons[2]);
  await stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  await deliver();
  const { id } = await saleOf(lessons[2]);
  await setRows(db, "sales", { id }, { set_aside_at: services.clock() });
  expect(await press()).toMatchObject(taken);
  await stripe.settle(checkoutId, "succeeded");
  await deliver();
  expect(await saleOf(lessons[2])).toMatchObject({ duplicate: true, status: "refunded" });
  expect(await hasAccess(lessons[2])).toBe(true);
  await expectNoViolations();
});

test("a price that rose and a lesson that left the course before the press ask again, and after it change nothing", async () => {
  await pay(lessons[0], lessons[1]);
  const price = (price_cents: number) => setRows(db, "videos", { id: courseId }, { price_cents });
  const leave = (removed_at: Date | null) =>
    setRows(db, "course_lessons", { course_id: courseId, video_id: lessons[1] }, { removed_at });
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
  await expectNoViolations();
});

test("a coupon is not asked for, and a gift of the course costs its full price", async () => {
  await pay(lessons[0], lessons[1]);
  const gift = { email: "bia@example.com", message: null, deliverAt: null };
  expect(await begin(courseId, { gift, shownPriceCents: 0 })).toMatchObject({ priceCents: 9900 });
  expect(await press({ coupon: "NENHUM" })).toMatchObject(taken);
});

describe("at once", () => {
  test("several presses give one access", async () => {
    await pay(lessons[0], lessons[1]);
    const pressed = await Promise.all([press(), press(), press(), press()]);
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    await expectNoViolations();
  });

  test("a press and a withdrawal never leave both the course and the money", async () => {
    for (let round = 0; round < 6; round += 1) {
      buyer = await makeConsumer(world);
      await pay(lessons[0], lessons[1]);
      const { id: saleId } = await saleOf(lessons[0]);
      const own = { consumerId: buyer.userId, locale: "pt" as const, saleId };
      const [, withdrawn] = await Promise.all([press(), withdrawFromSale(services, own), press()]);
      expect(withdrawn).toMatchObject({ ok: true });
      expect(await hasAccess()).toBe(false);
    }
    await deliver();
    await expectNoViolations();
  });
});

describe("the application's role", () => {
  const forge = (userId: string, cents: number) =>
    sql`INSERT INTO free_accesses (user_id, product_id, credit_cents, list_price_cents, created_at)
      VALUES (${userId}, ${courseId}, ${cents}, 50, now())`.execute(db);

  test("cannot name another sum, another person or a course that is not paid", async () => {
    const refused = { constraint: "free_accesses_lessons" };
    await pay(lessons[0]);
    await expect(forge(buyer.userId, lessonCents)).rejects.toMatchObject(refused);
    await pay(lessons[1]);
    for (const [who, cents] of [
      [buyer.userId, 9900],
      [creator.userId, 9980],
      [(await makeConsumer(world)).userId, 9980],
    ] as const)
      await expect(forge(who, cents)).rejects.toMatchObject(refused);
  });

  test("cannot add what counts, and a planted grant is found", async () => {
    await pay(lessons[0], lessons[1]);
    await press();
    const { id } = await readRow(db, "free_accesses", { user_id: buyer.userId }, "id");
    const add = sql`INSERT INTO free_access_credits VALUES (${id}, ${(await saleOf(lessons[0])).id}, 9000)`;
    await expect(add.execute(db)).rejects.toThrow("permission denied");
    await withdraw(lessons[0]);
    const { rows } = await owner.transaction().execute(async (trx) => {
      await sql`UPDATE access_grants SET revoked_at = NULL, revoke_reason = NULL WHERE source_id = ${id}`.execute(
        trx,
      );
      const found = await sql<{ what: string }>`SELECT what FROM access_violations`.execute(trx);
      await sql`UPDATE access_grants SET revoked_at = now(), revoke_reason = 'refunded' WHERE source_id = ${id}`.execute(
        trx,
      );
      return found;
    });
    expect(rows).toEqual([{ what: "access: grant without what it is given for" }]);
  });
});
