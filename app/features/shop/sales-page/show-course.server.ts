import { listCredits } from "~/features/orders/settlement/course-credits.queries.server";
import { decideCoursePrice } from "~/features/orders/settlement/course-price";
import { makePlayer } from "~/features/playback/player/make-player.server";
import { type LessonPart, listParts } from "~/features/videos/courses/course-folding";
import {
  everybody,
  findFreeLesson,
  isOrWasLesson,
  listLessons,
} from "~/features/videos/courses/course-lessons.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { CreditView } from "./course-notes";
import { findSalesPageVideo } from "./sales-page-video.queries.server";

/** Returns undefined for a free course, or if the viewer paid for none of its lessons. */
export async function showCredit(
  db: Db,
  course: { id: string; price_cents: number },
  viewer: { userId: string } | undefined,
): Promise<CreditView | undefined> {
  if (!viewer || course.price_cents === 0) return undefined;
  const credits = await listCredits(db, { buyerId: viewer.userId, courseId: course.id });
  const lessons = credits.filter(({ paidCents }) => paidCents > 0);
  if (lessons.length === 0) return undefined;
  return {
    lessons: lessons.map(({ title, paidCents }) => ({ title, paidCents })),
    listPriceCents: course.price_cents,
    restCents: decideCoursePrice(course.price_cents, lessons),
  };
}

export interface LessonView {
  id: string;
  title: string;
  number: number;
  seconds: number | null;
  isFree: boolean;
  isOwned: boolean;
}

/** A section, or a piece of a long one. `lessons`: undefined while it is folded in a long course. */
export interface PartView extends Omit<LessonPart<LessonView>, "lessons"> {
  lessons: LessonView[] | undefined;
  count: number;
  freeCount: number;
  seconds: number;
}

export interface LessonsView {
  parts: PartView[];
  /** Only some of the parts are open. */
  isLong: boolean;
  sectionCount: number;
  count: number;
  freeCount: number;
  seconds: number;
  firstFreeId: string | undefined;
}

/** `viewer`: undefined when signed out; `asked`: the part in the address; `lessonId`: the playing one. */
export async function showLessonParts(
  db: Db,
  courseId: string,
  {
    viewer,
    ...opened
  }: { viewer: { userId: string } | undefined; asked: number | undefined; lessonId?: string },
): Promise<LessonsView> {
  const rows = await listLessons(db, { courseId, viewerId: viewer?.userId, keepsRemoved: false });
  const lessons = rows.map((row, at) => ({
    id: row.id,
    title: row.title,
    section: row.section,
    number: at + 1,
    seconds: row.duration_seconds,
    isFree: row.is_free,
    isOwned: row.owned,
  }));
  const { parts, isLong } = listParts(lessons, opened);
  return {
    parts: parts.map(({ lessons: listed, ...part }) => ({
      ...part,
      ...sumUp(listed),
      lessons: part.state === "folded" ? undefined : listed.map(({ section: _, ...lesson }) => lesson),
    })),
    isLong,
    ...sumUp(lessons),
    sectionCount: parts.at(-1)?.sectionNumber ?? 0,
    firstFreeId: lessons.find(({ isFree }) => isFree)?.id,
  };
}

function sumUp(lessons: readonly LessonView[]) {
  return {
    count: lessons.length,
    freeCount: lessons.filter(({ isFree }) => isFree).length,
    seconds: lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
  };
}

/**
 * `lesson`: undefined if it is no longer free or no longer in the course. Returns undefined without such a course, or
 * for a video that was never its lesson.
 */
export async function findFreeLessonPage(
  db: Db,
  { courseId, videoId }: { courseId: string; videoId: string },
  locale: Locale,
) {
  const [lesson, course] = await Promise.all([
    findFreeLesson(db, { courseId, videoId }),
    findSalesPageVideo(db, { id: courseId }, locale),
  ]);
  if (!course || (!lesson && !(await isOrWasLesson(db, { courseId, videoId })))) return undefined;
  return { course, lesson };
}

type Found = NonNullable<Awaited<ReturnType<typeof findFreeLessonPage>>>;

interface FreeLessonQuery {
  viewer: { userId: string } | undefined;
  part: number | undefined;
  savesData: boolean;
}

/** Returns the player of a free lesson, and its course. */
export async function showFreeLesson(
  services: Parameters<typeof makePlayer>[0] & { db: Db },
  { course, lesson }: { course: Found["course"]; lesson: NonNullable<Found["lesson"]> },
  { viewer, part, savesData }: FreeLessonQuery,
) {
  const lessons = await showLessonParts(services.db, course.id, { viewer, asked: part, lessonId: lesson.id });
  const { id, title, description, thumbnail_url } = lesson;
  return {
    lesson: { id, title, description, thumbnail_url },
    player: await makePlayer(services, lesson, everybody, { savesData }),
    savesData,
    course: {
      id: course.id,
      title: course.title,
      price_cents: course.price_cents,
      currency: course.currency,
      lesson_count: course.lesson_count,
    },
    lessons,
  };
}
