import { type LessonPart, listParts } from "~/features/videos/courses/course-folding";
import { type CourseOfViewer, listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import type { Db } from "~/platform/db.server";
import { decideCoursePlace, decideCourseProgress } from "./course-progress";

export interface WatchedLesson {
  id: string;
  title: string;
  number: number;
  seconds: number | null;
  isDone: boolean;
  /** 0 at the beginning. */
  positionSeconds: number;
}

/** A section, or a piece of a long course. `lessons`: undefined while it is folded. */
export interface WatchedPart extends Omit<LessonPart<WatchedLesson>, "lessons"> {
  lessons: WatchedLesson[] | undefined;
  count: number;
  done: number;
  isHere: boolean;
}

export interface LessonsBeside {
  id: string;
  title: string;
  /** Or gets one for having completed the course. */
  hasCertificate: boolean;
  parts: WatchedPart[];
  done: number;
  all: number;
  percent: number;
  /** Also if lessons were added since. */
  isFinished: boolean;
  /** Undefined if the present lesson is not in the list. */
  here: { number: number; section: string } | undefined;
  next:
    | { id: string; title: string; number: number; seconds: number | null; thumbnailUrl: string | null }
    | undefined;
  previousId: string | undefined;
}

export async function showLessons(
  db: Db,
  {
    course,
    videoId,
    viewerId,
    asked,
  }: { course: CourseOfViewer; videoId: string; viewerId: string; asked: number | undefined },
): Promise<LessonsBeside> {
  const rows = await listLessons(db, { courseId: course.id, viewerId, keepsRemoved: true });
  const lessons = rows.map((row, at) => ({
    id: row.id,
    title: row.title,
    section: row.section,
    number: at + 1,
    seconds: row.duration_seconds,
    isDone: row.done_at !== null,
    positionSeconds: row.position_seconds ?? 0,
  }));
  const progress = decideCourseProgress(
    rows.map(({ added_at, done_at }) => ({ addedAt: added_at, doneAt: done_at })),
  );
  const reached = decideCourseProgress(
    rows.map(({ added_at, reached_at }) => ({ addedAt: added_at, doneAt: reached_at })),
  );
  const at = lessons.findIndex(({ id }) => id === videoId);
  const [here, next] = at < 0 ? [] : [lessons[at], lessons[at + 1]];
  const isFinished = progress.finishedAt !== null;
  return {
    id: course.id,
    title: course.title,
    isFinished,
    // An issued certificate stays when the creator gives no more, or changes the lessons.
    hasCertificate: course.certified || (course.certifies && reached.finishedAt !== null),
    parts: listParts(lessons, { asked, lessonId: videoId }).parts.map(({ lessons: listed, ...part }) => ({
      ...part,
      count: listed.length,
      done: listed.filter(({ isDone }) => isDone).length,
      isHere: listed.some(({ id }) => id === videoId),
      lessons: part.state === "folded" ? undefined : listed.map(({ section: _, ...lesson }) => lesson),
    })),
    done: progress.done,
    all: progress.all,
    percent: progress.percent,
    here: here && { number: here.number, section: here.section },
    next: next && {
      id: next.id,
      title: next.title,
      number: next.number,
      seconds: next.seconds,
      thumbnailUrl: rows[at + 1]?.thumbnail_url ?? null,
    },
    previousId: lessons[at - 1]?.id,
  };
}

/** Finds the lesson with which a viewer continues; undefined without lessons. */
export async function findCoursePlace(
  db: Db,
  { courseId, viewerId }: { courseId: string; viewerId: string },
): Promise<string | undefined> {
  const rows = await listLessons(db, { courseId, viewerId, keepsRemoved: true });
  return decideCoursePlace(
    rows.map(({ id, added_at, done_at, watched_at }) => ({
      id,
      addedAt: added_at,
      doneAt: done_at,
      watchedAt: watched_at,
    })),
  );
}
