import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { listCreatorReviews, type ReviewedVideo } from "~/features/shop/reviews/reviews.queries.server";
import { showCourseReviews, showReviews } from "~/features/shop/reviews/show-reviews.server";
import { creatorPicturePath } from "~/features/shop/sharing/draw-share-picture.server";
import { withoutMessageSigns } from "~/features/videos/listing/video-address";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { showSayings } from "./creator-head";
import { findCreatorByHandle, findMovedHandle, type PublicCreator } from "./creators.queries.server";
import { looksLikeHandle } from "./profile-rules";

const reviewsShown = 5;

export async function showPeople(
  db: Db,
  video: ReviewedVideo & { creator: PublicCreator | null; lesson_count: number | null },
  { viewer, locale }: { viewer: { userId: string } | undefined; locale: Locale },
) {
  const show = video.lesson_count === null ? showReviews : showCourseReviews;
  const reviews = await show(db, video, { viewer, limit: reviewsShown, locale });
  return { creator: video.creator && withoutId(video.creator), reviews };
}

function withoutId({ user_id: _, ...creator }: PublicCreator) {
  return creator;
}

const sayingsShown = 4;

interface CreatorQuery {
  viewer: { userId: string } | undefined;
  locale?: Locale;
  after?: Cursor;
  reviewsAfter?: Cursor;
}

/**
 * `moved`: a former handle, or another case or punctuation. Not found if suspended or, except to the creator, without a
 * video for sale.
 */
export async function showCreator(
  services: Pick<Services, "db" | "clock">,
  raw: string,
  query: CreatorQuery,
) {
  const { db } = services;
  const handle = withoutMessageSigns(raw).toLowerCase();
  if (!looksLikeHandle(handle)) return { found: "no" } as const;
  const profile = await findCreatorByHandle(db, handle);
  if (!profile) {
    const now = await findMovedHandle(db, handle);
    return now ? ({ found: "moved", handle: now } as const) : ({ found: "no" } as const);
  }
  const { user_id: creatorId, ...creator } = profile;
  const own = creatorId === query.viewer?.userId;
  if (creator.video_count === 0 && !own) return { found: "no" } as const;
  if (raw !== handle) return { found: "moved", handle } as const;
  const [page, reviews] = await Promise.all([
    listShopVideos(db, { creatorId, after: query.after }),
    listCreatorReviews(db, { creatorId, after: query.reviewsAfter, limit: sayingsShown }),
  ]);
  const steps = await showWatchSteps(services, query.viewer, page.rows, query.locale ?? defaultLocale);
  return {
    found: "yes",
    creator,
    picturePath: creatorPicturePath(profile),
    own,
    creatorId,
    videos: page.rows.map(({ creator_id: _, created_at: __, creator_name: ___, ...video }, at) => ({
      ...video,
      shown: steps[at] as WatchButtonState,
    })),
    next: page.next,
    sayings: showSayings(reviews.rows),
    moreSayings: reviews.next,
  } as const;
}
