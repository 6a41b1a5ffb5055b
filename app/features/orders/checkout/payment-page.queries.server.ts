import { sql } from "kysely";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

export type OwnPayment = NonNullable<Awaited<ReturnType<typeof findOwnPayment>>>;

/** `price_now`: cents, less what was paid for lessons; null for a gift, and for a video no longer for sale. */
export async function findOwnPayment(db: Db, { consumerId, saleId }: { consumerId: string; saleId: string }) {
  return db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select([
      "sales.id",
      "sales.video_id",
      "videos.title",
      "sales.amount_cents",
      "sales.currency",
      "sales.status",
      "sales.duplicate",
      "sales.payment_method",
      "sales.awaiting_until",
      "sales.awaiting_code",
      "sales.awaiting_voucher_url",
      "sales.set_aside_at",
      "payments.provider_payment_id",
      "payments.provider_checkout_id",
      sql<
        number | null
      >`CASE WHEN ${inShop} AND NOT sales.is_gift THEN greatest(50, videos.price_cents - coalesce((
        SELECT sum(sale_credits.amount_cents)::integer FROM sale_credits WHERE sale_id = sales.id), 0)) END`.as(
        "price_now",
      ),
      "videos.currency as currency_now",
    ])
    .where("sales.consumer_id", "=", consumerId)
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}

export async function setAside(db: Db, { saleId, now }: { saleId: string; now: Date }): Promise<void> {
  await db
    .updateTable("sales")
    .set({ set_aside_at: now })
    .where("id", "=", saleId)
    .where("status", "=", "processing")
    .where("set_aside_at", "is", null)
    .execute();
}
