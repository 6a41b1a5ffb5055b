/** The mails about a course that stands still and about a certificate: to whom, when, and each at most once. */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { setMailChoice } from "~/features/base/mail/mails.queries.server";
import { peopleAtOnce } from "~/features/base/mail/post-mail.server";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { takeStoppedCourses } from "~/features/playback/access/watch-positions.queries.server";
import { remindOfStoppedCourses } from "~/features/playback/certificates/course-mails.server";
import { issueOrCorrectCertificate } from "~/features/playback/certificates/issue-certificate.server";
import { mailWriters } from "~/server/mail-writers.server";
import { openAsOwner } from "../../../support/as-owner";
import { openMailbox } from "../../../support/mails";
import { onServer } from "../../../support/on-server";
import { explain, statementOf } from "../../../support/query-plan";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../../support/rows";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const mailbox = await openMailbox();
const world = await startTestWorld({ SMTP_URL: mailbox.smtpUrl });
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
  await db
    .insertInto("video_accesses")
    .values({ ...lesson, place: "a", opened_at: when, last_at: when })
    .execute();
}
const mailsOf = (userId = learner) =>
  db.selectFrom("mails").select(["id", "kind"]).where("user_id", "=", userId).execute();
async function remind() {
  await remindOfStoppedCourses(services);
  return (await mailsOf()).map(({ kind }) => kind);
}
/** Sends a person's mail. Returns what arrived; undefined if it was skipped. */
async function read() {
  const [mail] = await mailsOf();
  mailbox.clear();
  await sendMail(services, mailWriters, { mailId: mail?.id ?? "" });
  return mailbox.messages()[0];
}

describe("a course that stands still for ten days", () => {
  test("makes one mail, which names the lesson and the moment, and never another", async () => {
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
      () =>
        db
          .updateTable("watch_positions")
          .set({ updated_at: ago(5) })
          .where("user_id", "=", learner)
          .execute(),
    ],
    [
      "every lesson is completed",
      async () => {
        for (const at of [0, 1, 2, 3]) await watch(at, tenDays + 2, { done: true });
      },
    ],
    [
      "the access ended",
      () => db.updateTable("sales").set({ status: "refunded" }).where("consumer_id", "=", learner).execute(),
    ],
    [
      "it stopped long before",
      () =>
        owner
          .updateTable("video_accesses")
          .set({ opened_at: ago(400), last_at: ago(400) })
          .where("user_id", "=", learner)
          .execute(),
    ],
  ])("makes none if %s", async (_, change) => {
    await watch(2, tenDays + 1);
    await change();
    expect(await remind()).toEqual([]);
  });

  test("makes it after jobs were away for a weekend, once", async () => {
    await watch(2, tenDays + 60);
    expect(await remind()).toEqual(["courseStopped"]);
    expect(await remind()).toHaveLength(1);
  });

  test("sends none once the person is back, or wants none", async () => {
    await watch(2, tenDays + 1);
    await remind();
    await watch(2, -1);
    expect(await read()).toBeUndefined();
    const other = await addConsumer(db);
    await addSale(db, { consumerId: other, videoId: courseId, now: ago(1_000) });
    await watch(0, tenDays + 1, { userId: other });
    await setMailChoice(db, { userId: other, choice: "progress", value: "none" });
    await remindOfStoppedCourses(services);
    const [mail] = await mailsOf(other);
    mailbox.clear();
    await sendMail(services, mailWriters, { mailId: mail?.id ?? "" });
    expect(mailbox.messages()).toEqual([]);
  });

  test("is found by an index of the access log, in parts", async () => {
    await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
      await client.query(
        `INSERT INTO video_accesses (user_id, video_id, place, opened_at, last_at)
         SELECT $1, $2, 'a', at, at FROM generate_series(1, 60000) AS n, LATERAL (SELECT now() - n * interval '1 hour' AS at) AS moment`,
        [learner, lessons[0]],
      );
      await client.query("ANALYZE video_accesses, watch_positions, course_lessons, access_grants");
    });
    const asked = { now: services.clock(), limit: peopleAtOnce };
    const { steps } = await explain(
      services.pool,
      await statementOf(services.pool, (listening) => takeStoppedCourses(listening, asked)),
    );
    const scan = steps.find((step) => step.Alias === "seen");
    // Its moments, or its person's moments: PostgreSQL takes either where there is one person.
    expect(scan?.["Node Type"]).toMatch(/^(Bitmap Heap|Index)/);
    // Three days of one row an hour, of 60,000 rows.
    expect((scan?.["Actual Rows"] ?? 0) + (scan?.["Rows Removed by Filter"] ?? 0)).toBeLessThan(100);
  });
});

describe("a certificate that is issued", () => {
  test.each([false, true])(
    "makes one mail, which is skipped if it is withdrawn (%s)",
    async (isWithdrawn) => {
      await db.updateTable("videos").set({ certifies: true }).where("id", "=", courseId).execute();
      await db.updateTable("videos").set({ duration_seconds: 100 }).where("id", "in", lessons).execute();
      for (const at of [0, 1, 2, 3]) await watch(at, 5, { seconds: 100, done: true });
      await db
        .updateTable("watch_positions")
        .set({ watched: sql`'{[0,100)}'::int4multirange` })
        .where("user_id", "=", learner)
        .execute();
      const issue = () =>
        issueOrCorrectCertificate(services, { userId: learner, courseId }, { fullName: "Beto Aluno" });
      expect(await issue()).toEqual({ ok: true, done: "issued" });
      expect(await issue()).toEqual({ ok: true, done: "issued" });
      expect((await mailsOf()).map(({ kind }) => kind)).toEqual(["certificate"]);
      if (isWithdrawn) {
        const refunded = db.updateTable("sales").set({ status: "refunded" });
        await refunded.where("consumer_id", "=", learner).execute();
      }
      const mail = await read();
      if (isWithdrawn) return expect(mail).toBeUndefined();
      expect(mail?.subject).toBe("Seu certificado de “Violão do zero”");
      expect(mail?.text).toContain(`/courses/${courseId}/certificate`);
      expect(mail?.text).toMatch(/\/certificates\/[A-Z0-9-]{8,}/);
    },
  );
});
