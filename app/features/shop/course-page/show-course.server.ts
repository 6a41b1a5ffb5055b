import { type LessonPart, listParts } from "~/features/videos/courses/course-folding";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import type { Db } from "~/platform/db.server";

export interface LessonView {
  id: string;
  title: string;
  number: number;
  seconds: number | null;
  isFree: boolean;
  isOwned: boolean;
}

/** A section of a course, or a piece of a long one. `lessons`: undefined while it is folded in a long course. */
export interface PartView extends Omit<LessonPart<LessonView>, "lessons"> {
  lessons: LessonView[] | undefined;
  count: number;
  freeCount: number;
  seconds: number;
}

/** The lessons of a course, as its public pages list them. */
export interface LessonsView {
  parts: PartView[];
  /** Only some of the parts are open, because the course is long. */
  isLong: boolean;
  sectionCount: number;
  count: number;
  freeCount: number;
  seconds: number;
  firstFreeId: string | undefined;
}

/**
 * Returns the lessons of a course. `viewer`: undefined when signed out; `asked`: the part that the address names;
 * `lessonId`: the lesson that plays on the page.
 */
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
