/** What a person has of a video, read from the database, and what the pages say of it. */
import { beforeEach, expect, test } from "vitest";
import type { Holding } from "~/features/orders/checkout/holding";
import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { describeHolding } from "~/features/shop/sales-page/describe-holding.server";
import { saveLessons } from "~/features/studio/courses/own-courses.queries.server";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);
const start = new Date(Date.now() - 3_600_000);
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
let [lessonId, otherId, courseId, person] = ["", "", "", ""];

beforeEach(async () => {
  person = await addConsumer(db);
  lessonId = await addVideo(db, creatorId, { title: "Um", now: start });
  otherId = await addVideo(db, creatorId, { title: "Dois", now: start });
  const terms = { title: "Violão", priceCents: 4990, now: start };
  courseId = await addCourse(db, creatorId, [lessonId, otherId], terms);
});

async function holdingOf(videoId: string): Promise<Holding> {
  const holding = (await listHoldings(db, { userId: person, videoIds: [videoId] })).get(videoId);
  if (!holding) throw new Error("no such video");
  return holding;
}

async function noticeOf(videoId: string, isForSale = true) {
  return describeHolding(await holdingOf(videoId), { isForSale, isFree: false, locale: "pt" });
}

const buy = (videoId: string, status: "completed" | "disputed" | "refunded" | "processing" = "completed") =>
  addSale(db, { consumerId: person, videoId, status, now: at(1) });

async function takeGift(status: "disputed" | "refunded") {
  const giver = await addConsumer(db);
  const saleId = await addSale(db, { consumerId: giver, videoId: courseId, isGift: true, now: at(1) });
  await addRows(db, "gifts", { sale_id: saleId, locale: "pt" });
  await setRows(db, "gifts", { sale_id: saleId }, { taken_by: person, taken_at: at(2) });
  expect(await holdingOf(lessonId)).toEqual({ kind: "has" });
  await setRows(db, "sales", { id: saleId }, { status });
}

test("a dispute suspends a video, the lessons of a course and a gift, and nobody is asked to buy", async () => {
  await buy(lessonId, "disputed");
  expect(await holdingOf(lessonId)).toMatchObject({ kind: "suspended", by: "purchase" });
  expect(await holdingOf(otherId)).toMatchObject({ kind: "none", ended: null });

  person = await addConsumer(db);
  await buy(courseId, "disputed");
  expect(await holdingOf(lessonId)).toMatchObject({ kind: "suspended", by: "course", title: "Violão" });
  expect((await noticeOf(lessonId))?.text).toMatch(/pelo curso “Violão”.*não compre de novo/);

  person = await addConsumer(db);
  await takeGift("disputed");
  for (const id of [lessonId, courseId])
    expect(await holdingOf(id)).toMatchObject({ kind: "suspended", by: "gift" });
  expect(await noticeOf(courseId)).toMatchObject({ title: "Este presente está em contestação" });
});

test("a course that lessons paid for is suspended while one of them is disputed", async () => {
  const saleId = await buy(lessonId);
  const why = { creditCents: 4990 };
  await insertFreeAccess(db, { userId: person, productId: courseId, why, now: at(2) });
  expect(await holdingOf(otherId)).toEqual({ kind: "has" });
  const dispute = { id: `dp_${saleId}`, amount_cents: 4990, status: "open", reason: "fraud" } as const;
  await addRows(db, "disputes", { ...dispute, sale_id: saleId, created_at: at(3) });
  await setRows(db, "sales", { id: saleId }, { status: "disputed" });
  for (const id of [courseId, otherId])
    expect(await holdingOf(id)).toMatchObject({ kind: "suspended", by: "lessons" });
  await setRows(db, "disputes", {}, { status: "lost", lost_at: at(4) });
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect(await noticeOf(courseId)).toMatchObject({ title: "Suas aulas não pagam mais este curso" });
  expect(await noticeOf(lessonId)).toMatchObject({ title: "O banco devolveu esta compra" });
});

test("a refund, a withdrawal and a gift that was taken back have their own words", async () => {
  await buy(courseId, "refunded");
  expect(await noticeOf(lessonId)).toMatchObject({ kind: "ended", title: "Sua compra foi reembolsada" });
  expect((await noticeOf(courseId, false))?.text).toContain("Não está mais à venda.");

  person = await addConsumer(db);
  const saleId = await buy(courseId);
  const refund = { amount_cents: 4990, status: "requested", channel: "provider" } as const;
  await addRows(db, "refunds", { ...refund, sale_id: saleId, reason: "withdrawal" });
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect(await noticeOf(courseId)).toMatchObject({
    title: "Você desistiu desta compra",
    link: { to: "/purchases" },
  });

  person = await addConsumer(db);
  await takeGift("refunded");
  expect(await noticeOf(lessonId)).toMatchObject({ title: "Este presente foi desfeito" });
});

test("a withdrawn invitation is said to be withdrawn", async () => {
  const invitation = { product_id: lessonId, email: "bia@example.com", created_at: at(1) };
  await addRows(db, "guest_invitations", invitation);
  const change = (set: object) => setRows(db, "guest_invitations", { product_id: lessonId }, set);
  await change({ taken_by: person, taken_at: at(2) });
  expect(await holdingOf(lessonId)).toEqual({ kind: "has" });
  await change({ revoked_at: at(3) });
  expect(await noticeOf(lessonId)).toMatchObject({ title: "O convite foi retirado" });
});

test("a lesson that left a course before it was bought leads to the course", async () => {
  await saveLessons(db, { courseId, lessons: [{ videoId: otherId, section: "" }], now: at(1) });
  await addSale(db, { consumerId: person, videoId: courseId, now: at(2) });
  expect(await holdingOf(otherId)).toEqual({ kind: "has" });
  expect(await noticeOf(lessonId)).toMatchObject({
    title: "Esta aula não faz parte do seu curso",
    link: { to: `/watch/${courseId}` },
  });
});

test("a boleto of the course is paid before its lesson is bought", async () => {
  await buy(courseId, "processing");
  expect(await holdingOf(courseId)).toMatchObject({ kind: "paying" });
  expect(await holdingOf(lessonId)).toMatchObject({ kind: "held", title: "Violão", isCourse: true });
  expect(await noticeOf(lessonId)).toMatchObject({ kind: "wait", title: "Há um pagamento em aberto" });
});
