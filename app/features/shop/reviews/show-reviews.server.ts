import { formatDay } from "~/i18n/dates";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { formatCursor, parseCursor } from "~/platform/keyset";
import {
  type BuyersReview,
  findBuyersReview,
  listLessonReviews,
  listVideoReviews,
  type ReviewCursor,
  type ReviewedVideo,
} from "./reviews.queries.server";
import {
  type OwnReview,
  type PublicReview,
  parseReviewOrder,
  type ReviewOrder,
  type ReviewSortTexts,
  type ReviewsView,
  ratingHistogram,
  reviewerName,
} from "./reviews-view";

export function formatReviewCursor({ rating, ...cursor }: ReviewCursor): string {
  return `${rating}.${formatCursor(cursor)}`;
}

/** Returns undefined, which means the first page, if the cursor is missing or malformed. */
export function parseReviewCursor(raw: string | null): ReviewCursor | undefined {
  const [, rating, rest] = /^([1-5])\.(.+)$/.exec(raw ?? "") ?? [];
  const cursor = rest === undefined ? undefined : parseCursor(rest);
  return cursor && { ...cursor, rating: Number(rating) };
}

interface ReviewsQuery {
  viewer: { userId: string } | undefined;
  after?: ReviewCursor | undefined;
  order?: ReviewOrder;
  limit?: number;
  locale: Locale;
}

/** Authors are named by first name and initial; no id of a person is in it. */
export async function showReviews(db: Db, video: ReviewedVideo, asked: ReviewsQuery): Promise<ReviewsView> {
  const { viewer, after, order, limit, locale } = asked;
  const [{ rows, next }, found] = await Promise.all([
    listVideoReviews(db, { videoId: video.id, viewerId: viewer?.userId, after, order, limit }),
    viewer ? findBuyersReview(db, { videoId: video.id, userId: viewer.userId }) : undefined,
  ]);
  const own = showOwnReview(found);
  return {
    videoId: video.id,
    figures: { review_count: video.review_count, rating_total: video.rating_total },
    histogram: ratingHistogram(video.rating_counts),
    reviews: rows.map((row) => showReview(row, { viewer, locale })),
    next: next && formatReviewCursor(next),
    viewer: !viewer ? "anonymous" : viewer.userId === video.creator_id ? "owner" : own ? "buyer" : "other",
    own: own?.review ?? null,
    creator: { name: video.creator_name, portraitKey: video.portrait_key },
  };
}

type ReviewRow = Awaited<ReturnType<typeof listVideoReviews>>["rows"][number];

function showReview(
  row: ReviewRow,
  { viewer, locale }: Pick<ReviewsQuery, "viewer" | "locale">,
): PublicReview {
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    author: reviewerName(row.author_name ?? ""),
    date: formatDay(row.created_at, locale),
    bought: row.bought,
    reply: row.reply,
    mine: row.author_id === viewer?.userId,
    reported: row.reported,
  };
}

/** Shows the reviews of a course; those of its lessons until it has its own. */
export async function showCourseReviews(
  db: Db,
  course: ReviewedVideo,
  asked: ReviewsQuery & { limit: number },
): Promise<ReviewsView> {
  const shown = await showReviews(db, course, asked);
  if (shown.reviews.length > 0) return shown;
  const { viewer, limit } = asked;
  const rows = await listLessonReviews(db, { courseId: course.id, viewerId: viewer?.userId, limit });
  const reviews = rows.map((row) => ({
    ...showReview(row, asked),
    lesson: { id: row.video_id, title: row.video_title },
  }));
  return { ...shown, reviews };
}

/**
 * Returns undefined if the viewer may not review, and `review: null` if they have not yet. `name`: as readers see it;
 * empty if unknown.
 */
export function showOwnReview(
  found: BuyersReview | undefined,
): { review: OwnReview | null; name: string } | undefined {
  if (!found) return undefined;
  const { rating, text, is_hidden } = found;
  const name = reviewerName(found.name ?? "");
  if (rating === null || text === null) return { review: null, name };
  return { review: { rating, text, hidden: Boolean(is_hidden) }, name };
}

export interface ReviewsPageView {
  title: string;
  forSale: boolean;
  shown: ReviewsView;
  order: ReviewOrder;
  sortTexts: ReviewSortTexts;
}

interface ReviewsPageQuery {
  viewer: { userId: string } | undefined;
  /** `sort` and `after` of the page's address. */
  params: URLSearchParams;
  locale: Locale;
}

/** Shows the page of all reviews, with the texts of the orders. */
export async function showReviewsPage(
  db: Db,
  video: ReviewedVideo & { title: string; for_sale: boolean },
  { viewer, params, locale }: ReviewsPageQuery,
): Promise<ReviewsPageView> {
  const text = serverTexts[locale];
  const after = parseReviewCursor(params.get("after"));
  const order = parseReviewOrder(params.get("sort"));
  return {
    title: video.title,
    forSale: video.for_sale,
    shown: await showReviews(db, video, { viewer, after, order, locale }),
    order,
    sortTexts: {
      sort: text("reviewSort.sort"),
      newest: text("reviewSort.newest"),
      best: text("reviewSort.best"),
      worst: text("reviewSort.worst"),
    },
  };
}
