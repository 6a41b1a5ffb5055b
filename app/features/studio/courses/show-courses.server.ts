import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { listParts } from "~/features/videos/courses/course-folding";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import type { OwnPart } from "./lesson-list";
import { listOfferedVideos, listOwnCourses } from "./own-courses.queries.server";

export async function showCourses(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  locale: Locale,
) {
  const [courses, topics, shareBp, offered] = await Promise.all([
    listOwnCourses(db, creatorId),
    listTopics(db, locale),
    findCreatorFeeBp(db, creatorId, clock()),
    listOfferedVideos(db, { creatorId }),
  ]);
  return {
    courses: courses.map(({ published_at, suspended_at, ...course }) => ({
      ...course,
      state: suspended_at ? ("suspended" as const) : published_at ? ("onSale" as const) : ("draft" as const),
    })),
    topics,
    shareBp,
    offered,
  };
}

export type CoursesView = Awaited<ReturnType<typeof showCourses>>;

interface OwnLesson {
  videoId: string;
  title: string;
  section: string;
  is_free: boolean;
  sold_alone: boolean;
  duration_seconds: number | null;
}

/** Only the open parts of a long course have lessons. `opened`: the part in the address, the lesson changed last. */
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
