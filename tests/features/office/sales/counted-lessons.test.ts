/** A course that was sold for the rest of its price names the lessons that had paid for it. */
import { expect, test } from "vitest";
import { showSale } from "~/features/office/sales/show-sale.server";
import { insertCredits } from "~/features/orders/settlement/course-credits.queries.server";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const services = { db, env: { PAYOUT_TWO_PEOPLE: false } };

test("the sale of a course shows each lesson with its purchase and amount, and other sales show none", async () => {
  const creatorId = await addCreator(db);
  const consumerId = await addConsumer(db);
  const titles = ["Corte", "Costura"];
  const lessons = await Promise.all(titles.map((title) => addVideo(db, creatorId, { title })));
  const courseId = await addCourse(db, creatorId, lessons, { now: new Date() });
  const paid: string[] = [];
  for (const [at, videoId] of lessons.entries())
    paid.push(await addSale(db, { consumerId, videoId, amountCents: 1_000 + at }));
  const course = await addSale(db, { consumerId, videoId: courseId, amountCents: 5_000 });
  const credits = paid.map((saleId, at) => ({ saleId, paidCents: 1_000 + at }));
  await insertCredits(db, { saleId: course, credits });
  const numbers = new Map(
    (await readRows(db, "sales", {}, "id", "purchase_number")).map((sale) => [sale.id, sale.purchase_number]),
  );
  expect((await showSale(services, course))?.countedLessons).toEqual([
    { id: paid[1], title: "Costura", number: numbers.get(paid[1] ?? ""), cents: 1_001 },
    { id: paid[0], title: "Corte", number: numbers.get(paid[0] ?? ""), cents: 1_000 },
  ]);
  expect((await showSale(services, paid[0] ?? ""))?.countedLessons).toEqual([]);
});
