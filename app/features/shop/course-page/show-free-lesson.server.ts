import { makePlayer } from "~/features/playback/player/make-player.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import {
  everybody,
  findFreeLesson,
  isOrWasLesson,
} from "~/features/videos/courses/free-lessons.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { showLessonParts } from "./show-course.server";

/**
 * Finds a course and its free lesson. `lesson`: undefined if it is no longer free or no longer in the course. Returns
 * undefined without such a course, or for a video that was never its lesson.
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
  /** The part of the course that the address names. */
  part: number | undefined;
  savesData: boolean;
}

/** Returns the player of a free lesson, and the course that it belongs to. */
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
