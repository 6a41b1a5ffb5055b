import { showReviewsOf } from "~/features/shop/reviews/show-reviews.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findCreator } from "./creators.queries.server";

const reviewsShown = 5;

/** Shows who made a video and what its buyers say, for its sales page. */
export async function showPeople(
  db: Db,
  video: { id: string; creator_id: string },
  { viewer, locale }: { viewer: { userId: string } | undefined; locale: Locale },
) {
  const [found, reviews] = await Promise.all([
    findCreator(db, video.creator_id),
    showReviewsOf(db, video.id, { viewer, limit: reviewsShown, locale }),
  ]);
  return { creator: found ? withoutId(found) : null, reviews: reviews ?? null };
}

function withoutId({ user_id: _, ...creator }: NonNullable<Awaited<ReturnType<typeof findCreator>>>) {
  return creator;
}
