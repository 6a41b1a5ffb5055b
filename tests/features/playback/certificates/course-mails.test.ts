/** The mails about a course that stands still and about a certificate: to whom, when, and each at most once. */
import { beforeEach, expect, test } from "vitest";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { peopleAtOnce } from "~/features/base/mail/post-mail.server";
import { takeStoppedCourses } from "~/features/playback/access/watch-positions.queries.server";
import { remindOfStoppedCourses } from "~/features/playback/certificates/course-mails.server";
import { issueOrCorrectCertificate } from "~/features/playback/certificates/issue-certificate.server";
import { onServer } from "../../../../dev/postgres/on-server";
import { openAsOwner } from "../../../support/as-owner";
import { sendPosted } from "../../../support/mails";
import { readingOf } from "../../../support/query-plan";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, readRows, setRows } from "../../../support/tables";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
let creatorId: string;
let courseId: string;
let lessons: string[];
let learner: string;
const hour = 3_600_000;
const ago = (hours: number) => new Date(services.clock().getTime() - hours * hour);
const tenDays = 240;

beforeEach(async () => {
  creatorId = await addCreator(db);
  const now = ago(2_000);
  lessons = [];
  for (const title of ["Cordas", "Acordes", "Ritmo", "Música"])
    lessons.push(await addVideo(db, creatorId, { now, title }));
  courseId = await addCourse(db, creatorId, lessons, { title: "Violão do zero", now });
  learner = await addConsumer(db);
  await addSale(db, { consumerId: learner, videoId: courseId, now: ago(1_000) });
});

/** Has a person watch a lesson until a second, some hours ago. */
async function watch(at: number, hoursAgo: number, { seconds = 250, done = false, userId = learner } = {}) {
  const lesson = { user_id: userId, video_id: lessons[at] ?? "" };
  const when = ago(hoursAgo);
  const place = { seconds, updated_at: when, done_at: done ? when : null };
  await db
    .insertInto("watch_positions")
    .values({ ...lesson, ...place })
    .onConflict((conflict) => conflict.columns(["user_id", "video_id"]).doUpdateSet(place))
    .execute();
  await addRows(db, "video_accesses", { ...lesson, place: "a", opened_at: when, last_at: when });
}
const mailsOf = (userId = learner) => readRows(db, "mails", { user_id: userId }, "id", "kind");
const refund = () => setRows(db, "sales", { consumer_id: learner }, { status: "refunded" });
async function remind() {
  await remindOfStoppedCourses(services);
  return (await mailsOf()).map(({ kind }) => kind);
}
/** Sends a person's mail. Returns it; undefined if it was skipped. */
const read = async (userId = learner) => sendPosted(world, (await mailsOf(userId))[0]?.id ?? "");

test("a course that stands still for ten days makes one mail, which names the lesson and the moment, and never another", async () => {
  await watch(0, tenDays + 20, { done: true });
  await watch(1, tenDays + 10, { done: true });
  await watch(2, tenDays + 1);
  expect(await remind()).toEqual(["courseStopped"]);
  const mail = await read();
  expect(mail?.subject).toBe("Você parou na aula 3, em 4:10");
  expect(mail?.text).toContain("2 de 4 aulas");
  expect(mail?.text).toContain(`/watch/${lessons[2]}`);
  expect(mail?.text).toContain("/unsubscribe?token=");
  expect(await remind()).toHaveLength(1);
  await watch(3, tenDays + 1);
  await db.deleteFrom("mails").where("user_id", "=", learner).execute();
  expect(await remind()).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ["it was opened nine days ago", () => watch(2, tenDays - 24)],
  ["another of its lessons was opened since", () => watch(1, 5)],
  [
    "it was reported offline since",
    () => setRows(db, "watch_positions", { user_id: learner }, { updated_at: ago(5) }),
  ],
  [
    "every lesson is completed",
    async () => {
      for (const at of [0, 1, 2, 3]) await watch(at, tenDays + 2, { done: true });
    },
  ],
  ["the access ended", refund],
  [
    "it stopped long before",
    () => setRows(owner, "video_accesses", { user_id: learner }, { opened_at: ago(400), last_at: ago(400) }),
  ],
])("a course that stands still for ten days makes none if %s", async (_, change) => {
  await watch(2, tenDays + 1);
  await change();
  expect(await remind()).toEqual([]);
});

test("a course that stands still for ten days makes it after jobs were away for a weekend, once", async () => {
  await watch(2, tenDays + 60);
  expect(await remind()).toEqual(["courseStopped"]);
  expect(await remind()).toHaveLength(1);
});

test("a course that stands still for ten days sends none once the person is back, or wants none", async () => {
  await watch(2, tenDays + 1);
  await remind();
  await watch(2, -1);
  expect(await read()).toBeUndefined();
  const other = await addConsumer(db);
  await addSale(db, { consumerId: other, videoId: courseId, now: ago(1_000) });
  await watch(0, tenDays + 1, { userId: other });
  await setMailChoice(db, { userId: other, choice: "progress", value: "none" });
  await remindOfStoppedCourses(services);
  expect(await mailsOf(other)).toHaveLength(1);
  expect(await read(other)).toBeUndefined();
});

test("a course that stands still for ten days is found by an index of the access log, in parts", async () => {
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO video_accesses (user_id, video_id, place, opened_at, last_at)
         SELECT $1, $2, 'a', at, at FROM generate_series(1, 6000) AS n, LATERAL (SELECT now() - n * interval '1 hour' AS at) AS moment`,
      [learner, lessons[0]],
    );
    await client.query("ANALYZE video_accesses, watch_positions, course_lessons, access_grants");
  });
  const asked = { now: services.clock(), limit: peopleAtOnce };
  const take = (listening: typeof db) => takeStoppedCourses(listening, asked);
  const { rows } = await readingOf(services.pool, "video_accesses", take, "seen");
  // Three days of one row an hour, of 6,000 rows.
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(100);
});

test.each([false, true])(
  "a certificate that is issued makes one mail, which is skipped if it is withdrawn (%s)",
  async (isWithdrawn) => {
    await setRows(db, "videos", { id: courseId }, { certifies: true });
    for (const id of lessons) await setRows(db, "videos", { id }, { duration_seconds: 100 });
    for (const at of [0, 1, 2, 3]) await watch(at, 5, { seconds: 100, done: true });
    await setRows(db, "watch_positions", { user_id: learner }, { watched: "{[0,100)}" });
    const issue = () =>
      issueOrCorrectCertificate(services, { userId: learner, courseId }, { fullName: "Beto Aluno" });
    expect(await issue()).toEqual({ ok: true, done: "issued" });
    expect(await issue()).toEqual({ ok: true, done: "issued" });
    expect((await mailsOf()).map(({ kind }) => kind)).toEqual(["certificate"]);
    if (isWithdrawn) await refund();
    const mail = await read();
    if (isWithdrawn) return expect(mail).toBeUndefined();
    expect(mail?.subject).toBe("Seu certificado de “Violão do zero”");
    expect(mail?.text).toContain(`/courses/${courseId}/certificate`);
    expect(mail?.text).toMatch(/\/certificates\/[A-Z0-9-]{8,}/);
  },
);
