import { sql } from "kysely";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { inShop } from "~/features/videos/listing/for-sale.queries.server";
import type { Db } from "~/platform/db.server";

/** Returns a sale with what mails to its buyer show; undefined if there is none. */
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

/** Returns whether the buyer has this video, or another sale of it is being paid or disputed. */
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

/** Returns a refund with what mails to its buyer show; undefined if there is none. */
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
