import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import type { Db } from "~/platform/db.server";
import { decideCoursePlace } from "./course-progress";

/** Finds the lesson with which a viewer goes on in a course that they have; undefined without lessons. */
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
