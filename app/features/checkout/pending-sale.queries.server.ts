import { inShop } from "~/features/catalog/for-sale.queries.server";
import type { Currency } from "~/features/money/currency";
import type { Db } from "~/platform/db.server";

/** Locks a video that is for sale against being taken out of the shop, while a sale of it is written. */
export async function lockShopVideo(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "creator_id", "title", "price_cents", "currency"])
    .where("id", "=", videoId)
    .where(inShop)
    .forShare()
    .executeTakeFirst();
}

export interface NewSale {
  videoId: string;
  consumerId: string;
  amountCents: number;
  currency: Currency;
  platformFeeCents: number;
  creatorEarningsCents: number;
  /** The title that the payment page will show. */
  title: string;
  checkoutExpiresAt: Date;
  now: Date;
}

const open = [
  "id",
  "amount_cents",
  "currency",
  "checkout_title",
  "checkout_session_id",
  "checkout_url",
  "checkout_expires_at",
] as const;

export type PendingSale = NonNullable<Awaited<ReturnType<typeof findOrInsertPendingSale>>>;

/**
 * Returns the one pending sale of this person and video: the existing one, or a new one. Any number of requests at
 * once get the same row (unique index sales_one_pending_idx). Returns undefined when it was settled at this moment.
 */
export async function findOrInsertPendingSale(db: Db, sale: NewSale) {
  await db
    .insertInto("sales")
    .values({
      video_id: sale.videoId,
      consumer_id: sale.consumerId,
      amount_cents: sale.amountCents,
      currency: sale.currency,
      platform_fee_cents: sale.platformFeeCents,
      creator_earnings_cents: sale.creatorEarningsCents,
      checkout_title: sale.title,
      checkout_expires_at: sale.checkoutExpiresAt,
      created_at: sale.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["consumer_id", "video_id"]).where("status", "=", "pending").doNothing(),
    )
    .execute();
  return db
    .selectFrom("sales")
    .select(open)
    .where("consumer_id", "=", sale.consumerId)
    .where("video_id", "=", sale.videoId)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

/**
 * Gives up a pending sale that nobody can pay: the checkout given is all that it has, null being none. Gives whether it
 * was; one that has another checkout by now, or was settled, stays as it is.
 */
export async function failUnpayableSale(
  db: Db,
  { saleId, sessionId }: { saleId: string; sessionId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .where("checkout_session_id", "is not distinct from", sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Where a sale that is still pending is paid; undefined for one that has no checkout yet, or was settled. */
export async function findCheckoutUrl(db: Db, saleId: string): Promise<string | undefined> {
  const sale = await db
    .selectFrom("sales")
    .select("checkout_url")
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return sale?.checkout_url ?? undefined;
}

/** Gives up every pending sale whose checkout was never opened and would have ended before a moment. */
export async function failLapsedSales(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("status", "=", "pending")
    .where("checkout_session_id", "is", null)
    .where(({ fn }) => fn.coalesce("checkout_expires_at", "created_at"), "<", before)
    .execute();
}

/** Notes which checkout a pending sale is paid through. Gives false for a sale that was settled or given up meanwhile. */
export async function setCheckout(
  db: Db,
  { saleId, sessionId, url }: { saleId: string; sessionId: string; url: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ checkout_session_id: sessionId, checkout_url: url })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
