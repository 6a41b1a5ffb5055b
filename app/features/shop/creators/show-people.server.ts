import type { ReviewedVideo } from "~/features/shop/reviews/reviews.queries.server";
import { showReviews } from "~/features/shop/reviews/show-reviews.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { PublicCreator } from "./creators.queries.server";

const reviewsShown = 5;

/** Shows who made a video and what its buyers say, for its sales page. */
export async function showPeople(
  db: Db,
  video: ReviewedVideo & { creator: PublicCreator | null },
  { viewer, locale }: { viewer: { userId: string } | undefined; locale: Locale },
) {
  const reviews = await showReviews(db, video, { viewer, limit: reviewsShown, locale });
  return { creator: video.creator && withoutId(video.creator), reviews };
}

function withoutId({ user_id: _, ...creator }: PublicCreator) {
  return creator;
}
