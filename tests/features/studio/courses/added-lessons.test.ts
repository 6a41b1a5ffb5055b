/** Lessons that are added to a published course reach the people who have it, with one mail a day. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { digestOf } from "~/features/base/mail/mail-kinds";
import { peopleAtOnce } from "~/features/base/mail/post-mail.server";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { tellAddedLessons } from "~/features/studio/courses/added-lessons.server";
import { changeCourse } from "~/features/studio/courses/change-course.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
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
const { db } = services;
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
