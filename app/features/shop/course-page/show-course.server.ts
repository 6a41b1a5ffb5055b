import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { groupBySection } from "~/features/videos/courses/lesson-order";
import type { Db } from "~/platform/db.server";

export interface LessonView {
  id: string;
  title: string;
  number: number;
  seconds: number | null;
  isFree: boolean;
  isOwned: boolean;
}

export interface SectionView {
  title: string;
  lessons: LessonView[];
  seconds: number;
}

/** Returns the lessons of a course by section, as its sales page lists them. `viewer`: undefined when signed out. */
export async function showSections(
  db: Db,
  courseId: string,
  viewer: { userId: string } | undefined,
): Promise<SectionView[]> {
  const rows = await listLessons(db, { courseId, viewerId: viewer?.userId, keepsRemoved: false });
  const lessons = rows.map((row, at) => ({
    ...{ id: row.id, title: row.title, section: row.section, number: at + 1 },
    ...{ seconds: row.duration_seconds, isFree: row.is_free, isOwned: row.owned },
  }));
  return groupBySection(lessons).map((group) => ({
    title: group.section,
    lessons: group.lessons.map(({ section: _, ...lesson }) => lesson),
    seconds: group.lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
  }));
}
