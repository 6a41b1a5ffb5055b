/** Access to the lessons of a course follows the grant of the course, also after lessons were added or removed. */
import { beforeEach, expect, test } from "vitest";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { listAccesses, takePlace } from "~/features/playback/access/places.queries.server";
import { mayWatch } from "~/features/playback/access/watch-positions.queries.server";
import { changeCourse, makeCourse } from "~/features/studio/courses/change-course.server";
import { listOwnLessons } from "~/features/studio/courses/own-courses.queries.server";
import { findOwnVideo } from "~/features/studio/own-videos/own-videos.queries.server";
import {
  findFreeLesson,
  isFreeFile,
  listLessons,
} from "~/features/videos/courses/course-lessons.queries.server";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);
let now = new Date("2026-11-20T12:00:00Z");
const services = { db, clock: () => now };
let lessons: string[];
let courseId: string;

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
  return now;
};
const change = (fields: Record<string, string>, videos: string[] = [], by = creatorId) =>
  changeCourse(
    services,
    { creatorId: by, courseId },
    { fields, listOf: (name) => (name === "videos" ? videos : []) },
  );
const accessTo = async (userId: string, videoId: string) =>
  (await findWatchAccess(db, { userId }, videoId)).access;

beforeEach(async () => {
  lessons = [];
  for (const title of ["Um", "Dois", "Três"]) lessons.push(await addVideo(db, creatorId, { title }));
  const form = { title: "Curso", description: "Do zero.", price: "149,00" };
  const made = await makeCourse(services, creatorId, form);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  courseId = made.courseId;
  await change({ intent: "add", newSection: "Comece" }, lessons.slice(0, 2));
  await change({ intent: "publish" });
  later(1);
});

test("the buyers of a course may watch its lessons, and nobody else", async () => {
  const [buyer, other] = [await addConsumer(db), await addConsumer(db)];
  await addSale(db, { consumerId: buyer, videoId: courseId, now: later(1) });
  const [first = "", , third = ""] = lessons;
  expect(await accessTo(buyer, first)).toBe("bought");
  expect(await accessTo(buyer, third)).toBe("mustBuy");
  expect(await accessTo(other, first)).toBe("mustBuy");
  const video = db.selectFrom("videos").where("id", "=", first);
  const { may } = await video.select(mayWatch(buyer).as("may")).executeTakeFirstOrThrow();
  expect(may).toBe(true);
});

test("the access log of a course has its lessons, and a lesson's sale is its own or the course's", async () => {
  const [buyer, other] = [await addConsumer(db), await addConsumer(db)];
  const [first = "", second = "", third = ""] = lessons;
  const ownSale = await addSale(db, { consumerId: buyer, videoId: second, now: later(1) });
  const courseSale = await addSale(db, { consumerId: buyer, videoId: courseId, now: later(1) });
  const saleOf = async (videoId: string, consumerId = buyer) =>
    (await findWatchAccess(db, { userId: consumerId }, videoId)).row?.paid_sale?.id;
  expect(await saleOf(first)).toBe(courseSale);
  expect(await saleOf(second)).toBe(ownSale);
  expect(await saleOf(third)).toBeUndefined();
  expect(await saleOf(first, other)).toBeUndefined();

  const from = { place: "a", device: null };
  await takePlace(db, { userId: buyer, videoId: first, address: "203.0.113.1", ...from }, { opens: true });
  await takePlace(db, { userId: buyer, videoId: third, address: "203.0.113.3", ...from }, { opens: true });
  await takePlace(db, { userId: other, videoId: first, address: "203.0.113.4", ...from }, { opens: true });
  const log = await listAccesses(db, { userId: buyer, videoId: courseId, since: new Date(0), limit: 9 });
  expect(log.map(({ address }) => address)).toEqual(["203.0.113.1"]);
});

test("a refund or dispute of a course removes its lessons, except those bought separately", async () => {
  const buyer = await addConsumer(db);
  const [first = "", second = ""] = lessons;
  await addSale(db, { consumerId: buyer, videoId: first });
  const saleId = await addSale(db, { consumerId: buyer, videoId: courseId, now: later(1) });
  await setRows(db, "sales", { id: saleId }, { status: "refunded" });
  expect([await accessTo(buyer, first), await accessTo(buyer, second)]).toEqual(["bought", "mustBuy"]);
  await setRows(db, "sales", { id: saleId }, { status: "disputed" });
  expect([await accessTo(buyer, first), await accessTo(buyer, second)]).toEqual(["bought", "disputed"]);
  await setRows(db, "sales", { id: saleId }, { status: "completed" });
  expect(await accessTo(buyer, second)).toBe("bought");
});

test("an added lesson is available to earlier buyers, and a removed one stays only for them", async () => {
  const [earlier, late] = [await addConsumer(db), await addConsumer(db)];
  const [, second = "", third = ""] = lessons;
  await addSale(db, { consumerId: earlier, videoId: courseId, now: later(1) });
  later(1);
  expect(await change({ intent: "add", section: "Comece" }, [third])).toEqual({ ok: true, done: "saved" });
  expect(await accessTo(earlier, third)).toBe("bought");
  later(1);
  await change({ intent: "remove", videoId: second });
  await addSale(db, { consumerId: late, videoId: courseId, now: later(1) });
  expect([await accessTo(earlier, second), await accessTo(late, second)]).toEqual(["bought", "mustBuy"]);
  const seen = async (viewerId: string) =>
    (await listLessons(db, { courseId, viewerId, keepsRemoved: true })).map(({ id }) => id);
  expect(await seen(earlier)).toContain(second);
  expect(await seen(late)).not.toContain(second);
});

test("a purchase begun before a removal keeps the lesson, even if its boleto is paid days later", async () => {
  const buyer = await addConsumer(db);
  const [first = ""] = lessons;
  const sale = { consumerId: buyer, videoId: courseId, status: "processing", now: later(1) } as const;
  const saleId = await addSale(db, sale);
  later(5);
  await change({ intent: "add" }, lessons);
  await change({ intent: "remove", videoId: first });
  const at = later(2 * 24 * 60);
  const paid = { status: "completed", paid_at: at, completed_at: at } as const;
  await setRows(db, "sales", { id: saleId }, paid);
  expect(await accessTo(buyer, first)).toBe("bought");
});

test("a deleted lesson leaves the course, and keeps its file for the course's buyers", async () => {
  const buyer = await addConsumer(db);
  const [first = ""] = lessons;
  await addSale(db, { consumerId: buyer, videoId: courseId, now: later(1) });
  const removed = later(1);
  await setRows(db, "videos", { id: first }, { deleted_at: removed });
  expect((await listOwnLessons(db, courseId)).map(({ videoId }) => videoId)).not.toContain(first);
  expect(await accessTo(buyer, first)).toBe("bought");
  const own = await findOwnVideo(db, { creatorId, videoId: first, hidden: true });
  expect(own).toMatchObject({ must_keep_record: true, sold: true });
  // A deletion that was given up.
  await setRows(db, "videos", { id: first }, { deleted_at: null });
  expect((await listOwnLessons(db, courseId)).map(({ videoId }) => videoId)).toContain(first);
});

test("the number of lessons and the length of a course follow its lessons", async () => {
  const shown = () => readRow(db, "videos", { id: courseId }, "lesson_count", "duration_seconds");
  const [first = "", second = "", third = ""] = lessons;
  expect(await shown()).toEqual({ lesson_count: 2, duration_seconds: null });
  await db.updateTable("videos").set({ duration_seconds: 600 }).where("id", "in", [first, second]).execute();
  expect(await shown()).toEqual({ lesson_count: 2, duration_seconds: 1200 });
  await change({ intent: "add" }, [third]);
  await change({ intent: "remove", videoId: first });
  expect(await shown()).toEqual({ lesson_count: 2, duration_seconds: 600 });
});

test("only a free lesson of a course for sale is public, with its file", async () => {
  const [first = "", second = ""] = lessons;
  const key = `${creatorId}/${first}.mp4`;
  expect(await findFreeLesson(db, { courseId, videoId: first })).toBeUndefined();
  expect(await isFreeFile(db, key)).toBe(false);
  await change({ intent: "free", videoId: first });
  expect(await findFreeLesson(db, { courseId, videoId: first })).toMatchObject({ id: first });
  expect(await findFreeLesson(db, { courseId, videoId: second })).toBeUndefined();
  expect([await isFreeFile(db, key), await isFreeFile(db, `${creatorId}/${second}.mp4`)]).toEqual([
    true,
    false,
  ]);
  await setRows(db, "videos", { id: courseId }, { suspended_at: now });
  expect(await isFreeFile(db, key)).toBe(false);
  await setRows(db, "videos", { id: courseId }, { suspended_at: null, deleted_at: now });
  expect(await findFreeLesson(db, { courseId, videoId: first })).toBeUndefined();
});

test("a course accepts only videos of its creator, keeps two lessons once published, and belongs to its creator", async () => {
  const otherId = await addCreator(db);
  const foreign = await addVideo(db, otherId);
  const [first = ""] = lessons;
  const refused = (errors: object) => ({ ok: false, problem: { errors } });
  for (const videoId of [foreign, courseId])
    expect(await change({ intent: "add" }, [videoId])).toMatchObject(
      refused({ videos: "courses.noneChosen" }),
    );
  const removal = { intent: "remove", videoId: first };
  expect(await change(removal)).toMatchObject(refused({ form: "courses.tooFew" }));
  expect(await change(removal, [], otherId)).toEqual({ ok: false, error: "notFound" });
  expect(await listOwnLessons(db, courseId)).toHaveLength(2);
});
