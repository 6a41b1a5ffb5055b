import { groupBySection } from "./lesson-order";

const listedWhole = 40;

/** Lessons in one part of a longer course: a longer section has several parts. */
const maxInPart = 25;

/** Parts at the beginning that are open; together they have no more lessons than one part may have. */
const openAtFirst = 3;

/** A section, or a piece of a long one. */
export interface LessonPart<Lesson> {
  /** Counted from 1 over the whole course; the address of the open part names it. */
  number: number;
  section: string;
  sectionNumber: number;
  /** The first and the last lesson, if the part is a piece of a section. */
  range: { first: number; last: number } | undefined;
  lessons: Lesson[];
  state: PartState;
}

/** `asked`: open because the address names it, and folded by a link. */
export type PartState = "open" | "asked" | "folded";

interface Opened {
  asked: number | undefined;
  /** The lesson that is watched: otherwise its part is open alone. */
  lessonId?: string | undefined;
}

/** In order. Only some parts of a long course are open; each section of a shorter one is one open part. */
export function listParts<Lesson extends { id: string; section: string }>(
  lessons: readonly Lesson[],
  { asked, lessonId }: Opened,
): { parts: LessonPart<Lesson>[]; isLong: boolean } {
  const isLong = lessons.length > listedWhole;
  const parts: LessonPart<Lesson>[] = [];
  let first = 1;
  for (const [at, group] of groupBySection(lessons).entries()) {
    const pieces = isLong ? splitEvenly(group.lessons) : [group.lessons];
    for (const piece of pieces) {
      const range = pieces.length > 1 ? { first, last: first + piece.length - 1 } : undefined;
      parts.push({
        number: parts.length + 1,
        section: group.section,
        sectionNumber: at + 1,
        range,
        lessons: piece,
        state: isLong ? "folded" : "open",
      });
      first += piece.length;
    }
  }
  if (isLong) {
    const named = parts.find(({ number }) => number === asked);
    if (named) named.state = "asked";
    else for (const part of decideOpen(parts, lessonId)) part.state = "open";
  }
  return { parts, isLong };
}

function splitEvenly<Lesson>(lessons: readonly Lesson[]): Lesson[][] {
  const count = Math.ceil(lessons.length / maxInPart);
  const size = Math.ceil(lessons.length / count);
  return Array.from({ length: count }, (_, at) => lessons.slice(at * size, (at + 1) * size));
}

function decideOpen<Lesson extends { id: string }>(
  parts: readonly LessonPart<Lesson>[],
  lessonId: string | undefined,
): LessonPart<Lesson>[] {
  const watched = parts.filter((part) => part.lessons.some(({ id }) => id === lessonId));
  if (watched.length > 0) return watched;
  let count = 0;
  return parts.slice(0, openAtFirst).filter((part) => {
    count += part.lessons.length;
    return count <= maxInPart;
  });
}

export const partParameter = "part";

export function parsePart(url: { searchParams: URLSearchParams }): number | undefined {
  const raw = url.searchParams.get(partParameter) ?? "";
  return /^\d{1,3}$/.test(raw) ? Number(raw) : undefined;
}
