import { digestOf } from "~/features/base/mail/mail-kinds";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { peopleAtOnce, postMail } from "~/features/base/mail/post-mail.server";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { findAddedLessons, listEarlierBuyers, maxTitles } from "./added-lessons.queries.server";

/** Queues the mails about added lessons for the next morning: once a day. */
export async function queueAddedLessons(trx: Db, courseId: string, now: Date): Promise<void> {
  const { day, sendAt } = digestOf(now);
  await addJob(
    trx,
    "tell-added-lessons",
    { courseId, day },
    { key: `lessons:${courseId}:${day}`, runAt: sendAt },
  );
}

/** Posts a part of the mails and queues the next part in the same transaction. Repeated, it posts nothing twice. */
export async function tellAddedLessons(
  { db }: Pick<Services, "db">,
  { courseId, day, after }: { courseId: string; day: Day; after?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const people = await listEarlierBuyers(trx, { courseId, day, after, limit: peopleAtOnce });
    for (const userId of people)
      await postMail(trx, {
        kind: "lessonsAdded",
        key: `lessonsAdded:${courseId}:${day}:${userId}`,
        to: { userId },
        facts: { courseId, day },
      });
    const last = people.at(-1);
    if (people.length < peopleAtOnce || last === undefined) return;
    const next = { courseId, day, after: last };
    await addJob(trx, "tell-added-lessons", next, { key: `lessons:${courseId}:${day}:${last}` });
  });
}

export const writeLessonsAdded: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const courseId = String(facts.courseId);
  const day = String(facts.day);
  const course = userId && (await findAddedLessons(db, { userId, courseId, day }));
  if (!course || course.titles.length === 0) return undefined;
  const { title, titles } = course;
  const lines = titles.slice(0, maxTitles).map((lesson) => `• ${lesson}`);
  const more = titles.length > maxTitles ? [text("buyerMails.lessonsAdded.more")] : [];
  return {
    locale,
    picture: coverInMail(course, appUrl),
    subject: text("buyerMails.lessonsAdded.subject", { title }),
    title: text("buyerMails.lessonsAdded.title"),
    paragraphs: [text("buyerMails.lessonsAdded.text", { title }), ...lines, ...more],
    button: { label: text("buyerMails.lessonsAdded.press"), href: urlOf(`/watch/${course.id}`) },
  };
};
