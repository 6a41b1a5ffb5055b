/** A lesson of a course for one viewer, in the order of the course. */
export interface LessonState {
  id: string;
  /** When it became part of the course. */
  addedAt: Date;
  /** When the viewer completed it; null if they have not. */
  doneAt: Date | null;
  /** When the viewer watched it last; null if never. */
  watchedAt: Date | null;
}

/**
 * Returns the lesson with which a viewer goes on: the one watched last, if it is not completed; otherwise the next one
 * after it that is not; otherwise the first that is not. A course that is completed begins again.
 */
export function decideCoursePlace(lessons: readonly LessonState[]): string | undefined {
  const last = lessons.reduce<LessonState | undefined>(
    (latest, lesson) =>
      lesson.watchedAt && (!latest?.watchedAt || lesson.watchedAt > latest.watchedAt) ? lesson : latest,
    undefined,
  );
  const from = last ? lessons.indexOf(last) : 0;
  const next = [...lessons.slice(from), ...lessons.slice(0, from)].find(({ doneAt }) => !doneAt);
  return (next ?? lessons[0])?.id;
}

export interface CourseProgress {
  done: number;
  all: number;
  percent: number;
  /** When the viewer had completed every lesson that the course had then; null if they never had. */
  finishedAt: Date | null;
}

/**
 * Counts the lessons that a viewer has completed, of today's. Lessons that were added after they had completed the
 * course do not lower the percentage.
 */
export function decideCourseProgress(
  lessons: readonly Pick<LessonState, "addedAt" | "doneAt">[],
): CourseProgress {
  const done = lessons.filter(({ doneAt }) => doneAt).length;
  const all = lessons.length;
  const finishedAt = findFinish(lessons);
  return { done, all, percent: finishedAt ? 100 : Math.floor((done * 100) / Math.max(1, all)), finishedAt };
}

function findFinish(lessons: readonly Pick<LessonState, "addedAt" | "doneAt">[]): Date | null {
  const byAge = [...lessons].sort((one, other) => one.addedAt.getTime() - other.addedAt.getTime());
  let latest = 0;
  let finish: Date | null = null;
  for (const [at, { doneAt }] of byAge.entries()) {
    if (!doneAt) break;
    latest = Math.max(latest, doneAt.getTime());
    const added = byAge[at + 1]?.addedAt.getTime() ?? Number.POSITIVE_INFINITY;
    if (latest <= added) finish ??= new Date(latest);
  }
  return finish;
}
