import { listParts } from "~/features/videos/courses/course-folding";
import type { OwnPart } from "./lesson-list";

interface OwnLesson {
  videoId: string;
  title: string;
  section: string;
  is_free: boolean;
  sold_alone: boolean;
  duration_seconds: number | null;
}

/**
 * Returns the parts of one's own course; only the open ones of a long course have lessons. `opened`: the part that the
 * address names, and the lesson that was changed last.
 */
export function showOwnParts(
  lessons: readonly OwnLesson[],
  opened: { asked: number | undefined; lessonId: string | undefined },
): { parts: OwnPart[]; isLong: boolean } {
  const numbered = lessons.map(({ videoId, title, section, is_free, sold_alone, duration_seconds }, at) => ({
    id: videoId,
    videoId,
    title,
    section,
    number: at + 1,
    is_free,
    sold_alone,
    duration_seconds,
  }));
  const { parts, isLong } = listParts(numbered, opened);
  return {
    isLong,
    parts: parts.map(({ lessons: listed, ...part }, at) => ({
      ...part,
      count: listed.length,
      isBeginning: part.sectionNumber !== parts[at - 1]?.sectionNumber,
      lessons:
        part.state === "folded" ? undefined : listed.map(({ id: _, section: __, ...lesson }) => lesson),
    })),
  };
}
