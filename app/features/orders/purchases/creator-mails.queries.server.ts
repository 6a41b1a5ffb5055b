import { sql } from "kysely";
import { isOnDay } from "~/features/base/money/days.queries.server";
import type { Db } from "~/platform/db.server";

/** Returns a paid sale as mails to its creator show it; undefined if there is none. */
export async function findSaleOfCreator(
  db: Db,
  { saleId, creatorId }: { saleId: string; creatorId: string },
) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .leftJoin("sale_coupons", "sale_coupons.sale_id", "sales.id")
    .select(["sale_coupons.code as coupon", "sale_coupons.list_price_cents"])
    .select([
      "sales.status",
      "sales.amount_cents",
      "sales.currency",
      "sales.creator_earnings_cents",
      "videos.title",
      "videos.thumbnail_url",
    ])
    .where("sales.id", "=", saleId)
    .where("videos.creator_id", "=", creatorId)
    .where("sales.completed_at", "is not", null)
    .executeTakeFirst();
}

/** How many videos one mail of a day's sales names. */
export const maxVideos = 20;

/**
 * Lists a creator's sales that were completed on a day in São Paulo, by video and currency, the most earnings first: at
 * most one more than `maxVideos`. Sales refunded since do not count.
 */
export async function listSalesOfDay(db: Db, { creatorId, day }: { creatorId: string; day: string }) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(({ fn }) => [
      "videos.id",
      "videos.title",
      "sales.currency",
      fn.countAll<number>().as("count"),
      fn.sum<number>("sales.creator_earnings_cents").as("cents"),
    ])
    .where("videos.creator_id", "=", creatorId)
    .where("sales.status", "=", "completed")
    .where(isOnDay(sql.ref("sales.completed_at"), day))
    .groupBy(["videos.id", "sales.currency"])
    .orderBy("cents", "desc")
    .orderBy("videos.id")
    .limit(maxVideos + 1)
    .execute();
}

/** Returns a video that is published, by its creator; undefined if it is gone. */
export async function findOwnPublished(
  db: Db,
  { videoId, creatorId }: { videoId: string; creatorId: string },
) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "thumbnail_url"])
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Returns a shown review of a creator's video; undefined where it was deleted or hidden. */
export async function findReviewOfCreator(
  db: Db,
  { reviewId, creatorId }: { reviewId: string; creatorId: string },
) {
  return db
    .selectFrom("reviews")
    .innerJoin("videos", "videos.id", "reviews.video_id")
    .select(["reviews.rating", "reviews.text", "reviews.video_id", "videos.title", "videos.lesson_count"])
    .where("reviews.id", "=", reviewId)
    .where("reviews.creator_id", "=", creatorId)
    .where("reviews.shown", "=", true)
    .executeTakeFirst();
}
