interface LessonState {
  id: string;
  addedAt: Date;
  /** Null if not completed. */
  doneAt: Date | null;
  /** Last; null if never. */
  watchedAt: Date | null;
}

/**
 * Returns the lesson to continue with: the one watched last unless completed, else the next uncompleted one after it,
 * else the first uncompleted one. A completed course begins again.
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
  /** When the viewer had completed all lessons of that time; null if never. */
  finishedAt: Date | null;
}

/** Lessons that were added after the viewer had completed the course do not lower the percentage. */
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
