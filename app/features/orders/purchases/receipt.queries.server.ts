import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { moneyBackColumns } from "./purchases.queries.server";

/** SQL id of the outer query's course, if its buyer has the course and a certificate of it; null otherwise. */
const certifiedCourse = sql<
  string | null
>`(SELECT course_id FROM certificates JOIN access_grants ON product_id = course_id
  WHERE certificates.user_id = sales.consumer_id AND course_id = sales.video_id
    AND access_grants.user_id = sales.consumer_id AND revoked_at IS NULL)`;

/** Finds one of a person's own sales with what its receipt says; undefined for another person's. */
export async function findReceiptSale(
  db: Db,
  { consumerId, saleId }: { consumerId: string; saleId: string },
) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("users", "users.id", "sales.consumer_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("sale_coupons", "sale_coupons.sale_id", "sales.id")
    .select(["sale_coupons.code as coupon", "sale_coupons.list_price_cents"])
    .select(moneyBackColumns)
    .select([
      "sales.id",
      "sales.purchase_number",
      "sales.amount_cents",
      "sales.currency",
      "sales.platform_fee_cents",
      "sales.provider_fee_cents",
      "sales.status",
      "sales.paid_at",
      "sales.duplicate",
      "sales.is_gift",
      "sales.payment_method",
      "videos.title",
      "videos.lesson_count",
      "users.email as buyer_email",
      "consumer_profiles.full_name as buyer_name",
      "creator_profiles.full_name as creator_name",
    ])
    .select(certifiedCourse.as("certified_course"))
    .where("sales.id", "=", saleId)
    .where("sales.consumer_id", "=", consumerId)
    .executeTakeFirst();
}
