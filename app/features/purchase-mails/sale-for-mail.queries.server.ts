import type { Db } from "~/platform/db.server";

/** Returns a sale with what mails to its buyer show; undefined if there is none. */
export async function findSaleForMail(db: Db, saleId: string | null) {
  if (saleId === null) return undefined;
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
    .select([
      "sales.id",
      "sales.status",
      "sales.amount_cents",
      "sales.currency",
      "sales.paid_at",
      "sales.completed_at",
      "sales.payment_method",
      "sales.duplicate",
      "sales.awaiting_until",
      "sales.awaiting_code",
      "sales.set_aside_at",
      "sales.checkout_url",
      "sales.video_id",
      "sales.consumer_id",
      "videos.title",
      "videos.thumbnail_url",
      "creator_profiles.full_name as creator_name",
      "consumer_profiles.full_name as buyer_name",
    ])
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}

export type MailedSale = NonNullable<Awaited<ReturnType<typeof findSaleForMail>>>;
