import { sql } from "kysely";
import { isOnDay } from "~/features/base/form-fields/days.queries.server";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

export async function findSaleForMail(db: Db, saleId: string | null) {
  if (saleId === null) return undefined;
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
    .leftJoin("sale_coupons", "sale_coupons.sale_id", "sales.id")
    .select(["sale_coupons.code as coupon", "sale_coupons.list_price_cents"])
    .select([
      "sales.id",
      "sales.purchase_number",
      "sales.status",
      "sales.amount_cents",
      "sales.currency",
      "sales.paid_at",
      "sales.completed_at",
      "sales.payment_method",
      "sales.duplicate",
      "sales.is_gift",
      "sales.awaiting_until",
      "sales.awaiting_code",
      "sales.set_aside_at",
      "sales.checkout_url",
      "sales.video_id",
      "sales.consumer_id",
      "videos.title",
      "videos.lesson_count",
      "videos.thumbnail_url",
      "videos.price_cents",
      "videos.currency as price_currency",
      inShop.as("for_sale"),
      hasAccess(sql.ref("sales.consumer_id")).as("has_access"),
      "creator_profiles.full_name as creator_name",
      "consumer_profiles.full_name as buyer_name",
    ])
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}

export type MailedSale = NonNullable<Awaited<ReturnType<typeof findSaleForMail>>>;

/** Whether the buyer has this video, or another sale of it is being paid or disputed. */
export async function hasOtherSale(
  db: Db,
  sale: { id: string; video_id: string; consumer_id: string; has_access: boolean },
): Promise<boolean> {
  if (sale.has_access) return true;
  const row = await db
    .selectFrom("sales")
    .select("id")
    .where("consumer_id", "=", sale.consumer_id)
    .where("video_id", "=", sale.video_id)
    .where("id", "!=", sale.id)
    .where("status", "in", ["completed", "disputed", "processing"])
    .where("is_gift", "=", false)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRefundForMail(db: Db, refundId: string) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(hasAccess(sql.ref("sales.consumer_id")).as("has_access"))
    .select([
      "refunds.id",
      "refunds.sale_id",
      "refunds.amount_cents",
      "refunds.status",
      "refunds.channel",
      "refunds.reason",
      "sales.currency",
      "sales.payment_method",
      "videos.title",
      "videos.lesson_count",
    ])
    .select(({ eb, exists, selectFrom }) => [
      eb("refunds.pix_key", "is not", null).as("has_key"),
      exists(
        selectFrom("refunds as later")
          .select("later.id")
          .whereRef("later.sale_id", "=", "refunds.sale_id")
          .whereRef("later.created_at", ">", "refunds.created_at")
          .where("later.status", "not in", ["failed", "returned"]),
      ).as("made_again"),
    ])
    .where("refunds.id", "=", refundId)
    .executeTakeFirst();
}

export type MailedRefund = NonNullable<Awaited<ReturnType<typeof findRefundForMail>>>;

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
      shareOf("creator").as("creator_earnings_cents"),
      "videos.title",
      "videos.thumbnail_url",
    ])
    .where("sales.id", "=", saleId)
    .where("videos.creator_id", "=", creatorId)
    .where("sales.completed_at", "is not", null)
    .executeTakeFirst();
}

/** In one mail of a day's sales. */
export const maxVideos = 20;

/** By video and currency, the most earnings first, at most one more than `maxVideos`. `day`: in São Paulo. */
export async function listSalesOfDay(db: Db, { creatorId, day }: { creatorId: string; day: string }) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("sale_shares", "sale_shares.sale_id", "sales.id")
    .where("sale_shares.party", "=", "creator")
    .select(({ fn }) => [
      "videos.id",
      "videos.title",
      "sales.currency",
      fn.countAll<number>().as("count"),
      fn.sum<number>("sale_shares.amount_cents").as("cents"),
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

/** Undefined if the review was deleted or hidden. */
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

/** Paid purchases, without a refund, of a video suspended for an unreadable file, or of a course with that lesson. */
function selectUnreadablePurchases(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("conversions", "conversions.video_id", "videos.id")
    .innerJoin("sales", (join) =>
      join.on(
        sql<boolean>`(sales.video_id = videos.id OR sales.video_id IN (
          SELECT course_id FROM course_lessons WHERE course_lessons.video_id = videos.id AND removed_at IS NULL))`,
      ),
    )
    .where("videos.id", "=", videoId)
    .where("videos.suspended_at", "is not", null)
    .where("conversions.state", "=", "failed")
    .where("conversions.reason", "=", "unreadable")
    .where("sales.status", "=", "completed")
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM refunds
        WHERE sale_id = sales.id AND refunds.status NOT IN ('failed', 'returned'))`,
    );
}

export async function listUnreadableBuyers(
  db: Db,
  { videoId, after, limit }: { videoId: string; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await selectUnreadablePurchases(db, videoId)
    .select("sales.consumer_id")
    .distinct()
    .where("sales.consumer_id", ">", after ?? "00000000-0000-0000-0000-000000000000")
    .orderBy("sales.consumer_id")
    .limit(limit)
    .execute();
  return rows.map(({ consumer_id }) => consumer_id);
}

export async function findUnreadablePurchase(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<{ title: string } | undefined> {
  return selectUnreadablePurchases(db, videoId)
    .select("videos.title")
    .where("sales.consumer_id", "=", userId)
    .executeTakeFirst();
}
