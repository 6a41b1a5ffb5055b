/** New courses; and lessons that are added to a published course reach the people who have it, with one mail a day. */
import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { digestOf } from "~/features/base/mail/mail-kinds";
import { peopleAtOnce } from "~/features/base/mail/post-mail.server";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { tellAddedLessons } from "~/features/studio/courses/added-lessons.server";
import { changeCourse, coverFromLessons, makeCourse } from "~/features/studio/courses/change-course.server";
import { findOwnCourse, listOwnLessons } from "~/features/studio/courses/own-courses.queries.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import {
  makeThumbnail,
  planThumbnailUrl,
  readStoredThumbnail,
  storeThumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { mailWriters } from "~/server/mail-writers.server";
import { openAsOwner } from "../../../support/as-owner";
import { listJobs } from "../../../support/jobs";
import { openMailbox } from "../../../support/mails";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl, SUPPORT_EMAIL: "ajuda@sabia.example" });
const { services } = world;
const { db, storage, clock } = services;
const owner = await openAsOwner(db);
let creatorId: string;
let courseId: string;
const before = () => new Date(services.clock().getTime() - 3_600_000);
const today = () => digestOf(services.clock()).day;

beforeEach(async () => {
  creatorId = await addCreator(db);
  const now = before();
  const lessons = [await addVideo(db, creatorId, { now }), await addVideo(db, creatorId, { now })];
  courseId = await addCourse(db, creatorId, lessons, { title: "Violão do zero", now });
});

async function add(title: string): Promise<string> {
  const videoId = await addVideo(db, creatorId, { title, now: before() });
  const fields = { intent: "add", section: "", newSection: "Extras" };
  const sent = { fields, listOf: (name: string) => (name === "videos" ? [videoId] : []) };
  expect(await changeCourse(services, { creatorId, courseId }, sent)).toEqual({ ok: true, done: "saved" });
  return videoId;
}

const jobs = () => listJobs(db, { about: `lessons:${courseId}:` });
const mailsOf = (userId: string) => readRows(db, "mails", { user_id: userId, kind: "lessonsAdded" }, "id");
const tell = (after?: string) =>
  tellAddedLessons({ db }, { courseId, day: today(), ...(after && { after }) });

/** Sends a person's mail. Returns its text; undefined if it was skipped. */
async function read(userId: string): Promise<string | undefined> {
  const [mail] = await mailsOf(userId);
  if (!mail) return undefined;
  mailbox.clear();
  await sendMail(services, mailWriters, { mailId: mail.id });
  return mailbox.messages()[0]?.text;
}

test("the owners of a course watch an added lesson at once, and get one mail for a day's lessons the next morning", async () => {
  const buyer = await addConsumer(db);
  await addSale(db, { consumerId: buyer, videoId: courseId, now: before() });
  const first = await add("Pestana");
  await add("Dedilhado");
  expect(await findAccess(db, { userId: buyer, productId: first })).toBe(true);
  const { sendAt } = digestOf(services.clock());
  expect(await jobs()).toMatchObject([{ key: `lessons:${courseId}:${today()}`, runAt: sendAt }]);
  await tell();
  await tell();
  expect(await mailsOf(buyer)).toHaveLength(1);
  const text = await read(buyer);
  expect(text).toContain("Violão do zero");
  expect(text).toContain("• Pestana");
  expect(text).toContain("• Dedilhado");
  expect(text).toContain(`/watch/${courseId}`);
  // One press ends these mails.
  expect(text).toContain("/unsubscribe");
});

test("an added lesson is not mailed to later buyers, refunded ones, and buyers of another course", async () => {
  const refunded = await addConsumer(db);
  await addSale(db, { consumerId: refunded, videoId: courseId, status: "refunded", now: before() });
  const other = await addCourse(db, creatorId, [await addVideo(db, creatorId)], { now: before() });
  const stranger = await addConsumer(db);
  await addSale(db, { consumerId: stranger, videoId: other, now: before() });
  await add("Pestana");
  world.advance(1000);
  const late = await addConsumer(db);
  await addSale(db, { consumerId: late, videoId: courseId, now: services.clock() });
  await tell();
  for (const userId of [refunded, stranger, late]) expect(await mailsOf(userId)).toEqual([]);
});

test("the mail about added lessons is skipped if the lesson was removed or the access ended meanwhile", async () => {
  const [keeps, loses] = [await addConsumer(db), await addConsumer(db)];
  await addSale(db, { consumerId: keeps, videoId: courseId, now: before() });
  const sale = await addSale(db, { consumerId: loses, videoId: courseId, now: before() });
  const videoId = await add("Pestana");
  await tell();
  await setRows(db, "sales", { id: sale }, { status: "refunded" });
  expect(await read(loses)).toBeUndefined();
  const removal = { fields: { intent: "remove", videoId }, listOf: () => [] };
  await changeCourse(services, { creatorId, courseId }, removal);
  expect(await read(keeps)).toBeUndefined();
});

test("a draft, a change of order and a suspended course send no mail", async () => {
  const buyer = await addConsumer(db);
  await addSale(db, { consumerId: buyer, videoId: courseId, now: before() });
  const move = { fields: { intent: "moveSection", section: "", direction: "down" }, listOf: () => [] };
  await changeCourse(services, { creatorId, courseId }, move);
  expect(await jobs()).toEqual([]);
  await add("Pestana");
  await setRows(db, "videos", { id: courseId }, { suspended_at: new Date() });
  await tell();
  expect(await mailsOf(buyer)).toEqual([]);
});

test("many buyers are mailed by several jobs, each once", async () => {
  const count = peopleAtOnce * 2 + 1;
  await sql`
    WITH people AS (INSERT INTO users (email, password_hash)
      SELECT 'aluno' || n || ${`@${courseId}.example`}, 'x' FROM generate_series(1, ${count}::int) AS n RETURNING id)
    INSERT INTO access_grants (user_id, product_id, reason, granted_at)
      SELECT id, ${courseId}, 'guest', ${before()} FROM people`.execute(owner);
  await add("Pestana");
  await tell();
  const countMails = async () => {
    const mails = await readRows(db, "mails", { kind: "lessonsAdded" }, "key");
    return mails.filter(({ key }) => key?.startsWith(`lessonsAdded:${courseId}:`)).length;
  };
  expect(await countMails()).toBe(peopleAtOnce);
  const after = async () => (await jobs()).map(({ key }) => key?.split(":")[3]).filter(Boolean);
  const [second = ""] = await after();
  await tell(second);
  expect(await countMails()).toBe(peopleAtOnce * 2);
  const third = (await after()).find((each) => each !== second) ?? "";
  await tell(third);
  // Killed after its transaction: the part is repeated.
  await tell(second);
  expect(await countMails()).toBe(count);
  expect(await after()).toHaveLength(2);
});

const fields = { title: "Violão do zero", description: "Do primeiro acorde à música.", price: "99,00" };

async function makeWith(videoIds: string[], creatorId: string): Promise<string> {
  const made = await makeCourse(services, creatorId, fields, videoIds);
  if (!made.ok) throw new Error("the course was refused");
  return made.courseId;
}

const lessonsOf = async (courseId: string) =>
  (await listOwnLessons(db, courseId)).map(({ videoId }) => videoId);

test("a new course has the chosen videos of its creator, each once, and may be published from two on", async () => {
  const [creatorId, other] = [await addCreator(db), await addCreator(db)];
  const [first, second] = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  const theirs = await addVideo(db, other);
  expect(await lessonsOf(await makeWith([second, first, second, theirs, "x"], creatorId))).toEqual([
    second,
    first,
  ]);
  expect(await makeCourse(services, creatorId, fields, [first, second])).toMatchObject({ publishable: true });
  for (const few of [[], [first, theirs]])
    expect(await makeCourse(services, creatorId, fields, few)).toMatchObject({ publishable: false });
});

test("a dragged lesson takes the place of the one it is dropped on", async () => {
  const creatorId = await addCreator(db);
  const ids = [await addVideo(db, creatorId), await addVideo(db, creatorId), await addVideo(db, creatorId)];
  const courseId = await makeWith(ids, creatorId);
  const sent = {
    fields: { intent: "move", videoId: ids[0] ?? "", to: ids[2] ?? "" },
    listOf: () => [],
  };
  expect(await changeCourse(services, { creatorId, courseId }, sent)).toEqual({ ok: true, done: "saved" });
  expect(await lessonsOf(courseId)).toEqual([ids[1], ids[2], ids[0]]);
});

test("a course without a cover gets those of its lessons, and keeps one that it has", async () => {
  const creatorId = await addCreator(db);
  const ids = [await addVideo(db, creatorId), await addVideo(db, creatorId)];
  for (const [at, id] of ids.entries()) {
    const picture = sharp({
      create: { width: 960, height: 540, channels: 3, background: at ? "#00f" : "#f00" },
    });
    const made = await makeThumbnail(await picture.png().toBuffer(), "capa");
    if (!made.ok) throw new Error(made.error);
    const url = planThumbnailUrl(creatorId, made.thumbnail, clock());
    await storeThumbnail(storage, url, made.thumbnail);
    await setRows(db, "videos", { id }, { thumbnail_url: url });
  }
  const courseId = await makeWith(ids, creatorId);
  const own = { creatorId, courseId };
  await coverFromLessons(services, own);
  const url = (await findOwnCourse(db, own))?.thumbnail_url ?? "";
  const cover = await readStoredThumbnail(storage, url);
  const { data, info } = await sharp(cover?.images[960]).raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  // Lessons one and two above; the first fills the gaps.
  const [red, blue] = [colourAt(100, 100), colourAt(800, 100)];
  expect((red[0] ?? 0) > 200 && (blue[2] ?? 0) > 200).toBe(true);
  await coverFromLessons(services, own);
  expect((await findOwnCourse(db, own))?.thumbnail_url).toBe(url);
});
