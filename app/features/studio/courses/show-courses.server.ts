import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { listTopics } from "~/features/videos/listing/listing.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { listOfferedVideos, listOwnCourses } from "./own-courses.queries.server";

/** Returns a creator's courses, with the topics and the creator's share for the form of a new one. */
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
