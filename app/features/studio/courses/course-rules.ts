import { maxLessons, minLessons } from "~/features/videos/courses/lesson-order";

/**
 * Returns whether a course may be published. That each lesson is a published video of the course's creator is decided
 * when it is added (`listOwnVideoIds`).
 */
export function mayPublishCourse(lessonCount: number): boolean {
  return lessonCount >= minLessons;
}

/** Returns why a course may not get this many lessons by a change; undefined if it may. A draft may have any few. */
export function judgeLessonCount(
  lessonCount: number,
  { isPublished }: { isPublished: boolean },
): "tooFew" | "tooMany" | undefined {
  if (isPublished && !mayPublishCourse(lessonCount)) return "tooFew";
  return lessonCount > maxLessons ? "tooMany" : undefined;
}
