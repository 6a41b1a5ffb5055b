import type { MailWriter } from "~/features/base/mail/mail-parts";
import { peopleAtOnce, postMail } from "~/features/base/mail/post-mail.server";
import { takeStoppedCourses } from "~/features/playback/access/watch-positions.queries.server";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { clockMoment } from "~/features/videos/listing/duration";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { certificatePath, writeCertificateCode } from "./certificate-rules";
import { findOwnCertificate, findOwnCourse, type Owner } from "./certificates.queries.server";
import { decideCoursePlace } from "./course-progress";

export async function remindOfStoppedCourses({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  for (;;) {
    const now = clock();
    const taken = await db.transaction().execute(async (trx) => {
      const stopped = await takeStoppedCourses(trx, { now, limit: peopleAtOnce });
      for (const { user_id: userId, course_id: courseId } of stopped)
        await postMail(trx, {
          kind: "courseStopped",
          key: `courseStopped:${courseId}:${userId}`,
          to: { userId },
          facts: { courseId, postedAt: now.toISOString() },
        });
      return stopped.length;
    });
    if (taken < peopleAtOnce) return;
  }
}

/** Skipped once the reader opened the course again, completed it or no longer has it. */
export const writeCourseStopped: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const owner = userId && { userId, courseId: String(facts.courseId) };
  const course = owner && (await findOwnCourse(db, owner));
  if (!course) return undefined;
  const lessons = await listLessons(db, { courseId: course.id, viewerId: userId, keepsRemoved: true });
  const postedAt = new Date(String(facts.postedAt));
  const isOver = lessons.every(({ reached_at }) => reached_at);
  if (isOver || lessons.some(({ watched_at }) => watched_at && watched_at > postedAt)) return undefined;
  const states = lessons.map(({ id, added_at, done_at, watched_at }) => ({
    id,
    addedAt: added_at,
    doneAt: done_at,
    watchedAt: watched_at,
  }));
  const place = decideCoursePlace(states);
  const at = lessons.findIndex(({ id }) => id === place);
  const lesson = lessons[at];
  if (!lesson) return undefined;
  const { title } = course;
  const seconds = lesson.position_seconds ?? 0;
  const number = at + 1;
  const done = lessons.filter(({ reached_at }) => reached_at).length;
  return {
    locale,
    picture: coverInMail({ ...course, thumbnail_url: lesson.thumbnail_url }, appUrl),
    subject:
      seconds > 0
        ? text("buyerMails.courseStopped.subject", { number, time: clockMoment(seconds) })
        : text("buyerMails.courseStopped.nextSubject", { number, title }),
    title: text("buyerMails.courseStopped.title"),
    paragraphs: [text("buyerMails.courseStopped.text", { title, number, lesson: lesson.title })],
    facts: [
      {
        label: text("buyerMails.courseStopped.progress"),
        value: text("buyerMails.courseStopped.done", { done, all: lessons.length }),
      },
    ],
    button: {
      label: text("buyerMails.courseStopped.press", { number }),
      href: urlOf(`/watch/${lesson.id}`),
    },
    smallPrint: [text("buyerMails.courseStopped.small")],
  };
};

/** Once for each course. */
export async function postCertificateMail(trx: Db, { userId, courseId }: Owner): Promise<void> {
  await postMail(trx, {
    kind: "certificate",
    key: `certificate:${courseId}:${userId}`,
    to: { userId },
    facts: { courseId },
  });
}

/** Skipped once the certificate is withdrawn. */
export const writeCertificateMail: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const owner = userId && { userId, courseId: String(facts.courseId) };
  const [row, course] = owner
    ? await Promise.all([findOwnCertificate(db, owner), findOwnCourse(db, owner)])
    : [];
  if (!row || !course) return undefined;
  const { name, course_title: title } = row;
  return {
    locale,
    picture: coverInMail(course, appUrl),
    subject: text("buyerMails.certificate.subject", { title }),
    title: text("buyerMails.certificate.title", { name }),
    paragraphs: [text("buyerMails.certificate.text", { title })],
    facts: [{ label: text("buyerMails.certificate.code"), value: writeCertificateCode(row.code) }],
    button: {
      label: text("buyerMails.certificate.press"),
      href: urlOf(`/courses/${course.id}/certificate`),
    },
    links: [{ label: text("buyerMails.certificate.check"), href: urlOf(certificatePath(row.code)) }],
  };
};
