/** A lesson of a course for one viewer, in the order of the course. */
export interface LessonState {
  id: string;
  isDone: boolean;
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
  const next = [...lessons.slice(from), ...lessons.slice(0, from)].find(({ isDone }) => !isDone);
  return (next ?? lessons[0])?.id;
}

/** Counts the lessons that a viewer has completed, of today's, and says whether all are. */
export function countDone(lessons: readonly Pick<LessonState, "isDone">[]): {
  done: number;
  all: number;
  percent: number;
} {
  const done = lessons.filter(({ isDone }) => isDone).length;
  const all = lessons.length;
  return { done, all, percent: all === 0 ? 0 : Math.floor((done * 100) / all) };
}
