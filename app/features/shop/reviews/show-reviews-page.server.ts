import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { parseReviewCursor } from "./review-cursor.server";
import { parseReviewOrder, type ReviewOrder } from "./review-order";
import type { ReviewSortTexts } from "./review-sort";
import type { ReviewedVideo } from "./reviews.queries.server";
import type { ReviewsView } from "./reviews-view";
import { showReviews } from "./show-reviews.server";

export interface ReviewsPageView {
  title: string;
  forSale: boolean;
  shown: ReviewsView;
  order: ReviewOrder;
  sortTexts: ReviewSortTexts;
}

interface ReviewsPageQuery {
  viewer: { userId: string } | undefined;
  /** Of the page's address: `sort` and `after`. */
  params: URLSearchParams;
  locale: Locale;
}

/** Shows the page of all reviews of a video, as `showReviews` does, with the texts of the orders. */
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
