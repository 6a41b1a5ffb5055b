import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";

export interface GiftTerms {
  email: string;
  message: string | null;
  /** When the mail is sent; null for at once. */
  deliverAt: Date | null;
}

export async function findGiftProduct(db: Db, productId: string) {
  return db
    .selectFrom("videos")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(["videos.id", "title", "thumbnail_url", "price_cents", "videos.currency", "videos.creator_id"])
    .select("creator_profiles.full_name as creator_name")
    .where("videos.id", "=", productId)
    .where(inShop)
    .where("price_cents", ">", 0)
    .executeTakeFirst();
}

export async function insertGift(
  trx: Db,
  { saleId, locale, email, message, deliverAt }: GiftTerms & { saleId: string; locale: Locale },
): Promise<void> {
  await trx
    .insertInto("gifts")
    .values({ sale_id: saleId, email, message, deliver_at: deliverAt, locale })
    .execute();
}

export async function isSameGift(db: Db, saleId: string, terms: GiftTerms): Promise<boolean> {
  const row = await db
    .selectFrom("gifts")
    .select(["email", "message", "deliver_at"])
    .where("sale_id", "=", saleId)
    .executeTakeFirst();
  return (
    row !== undefined &&
    row.email?.toLowerCase() === terms.email?.toLowerCase() &&
    row.message === terms.message &&
    (row.deliver_at?.getTime() ?? null) === (terms.deliverAt?.getTime() ?? null)
  );
}

const giftColumns = [
  "sales.id",
  "sales.status",
  "sales.consumer_id",
  "sales.video_id as product_id",
  "sales.paid_at",
  "videos.title",
  "videos.lesson_count",
  "videos.thumbnail_url",
  "videos.creator_id",
  "creator_profiles.full_name as creator_name",
  "consumer_profiles.full_name as giver_name",
  "gifts.email",
  "gifts.message",
  "gifts.deliver_at",
  "gifts.link_version",
  "gifts.taken_by",
  "gifts.taken_at",
] as const;

function selectGifts(db: Db) {
  return db
    .selectFrom("gifts")
    .innerJoin("sales", "sales.id", "gifts.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "sales.consumer_id")
    .select(giftColumns);
}

export async function findGift(db: Db, saleId: string) {
  return selectGifts(db).where("sales.id", "=", saleId).executeTakeFirst();
}

/** Undefined for another person's gift. */
export async function findGivenGift(db: Db, { consumerId, saleId }: { consumerId: string; saleId: string }) {
  return selectGifts(db)
    .where("sales.id", "=", saleId)
    .where("sales.consumer_id", "=", consumerId)
    .executeTakeFirst();
}

const givenSize = 24;

export async function listGivenGifts(db: Db, consumerId: string) {
  return selectGifts(db)
    .where("sales.consumer_id", "=", consumerId)
    .where("sales.is_gift", "=", true)
    .where("sales.status", "=", "completed")
    .orderBy("sales.created_at", "desc")
    .orderBy("sales.id", "desc")
    .limit(givenSize)
    .execute();
}

/** Locks a gift; its sale first, as settling does, so that a concurrent refund is seen or waits. */
export async function lockGift(trx: Db, saleId: string) {
  await trx.selectFrom("sales").select("id").where("id", "=", saleId).forShare().execute();
  return trx
    .selectFrom("gifts")
    .innerJoin("sales", "sales.id", "gifts.sale_id")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(["sales.status", "sales.consumer_id", "sales.video_id as product_id", "videos.creator_id"])
    .select(["gifts.link_version", "gifts.taken_by", "gifts.deliver_at"])
    .where("sales.id", "=", saleId)
    .forUpdate("gifts")
    .executeTakeFirst();
}

export async function takeGift(
  trx: Db,
  { saleId, userId, now }: { saleId: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("gifts")
    .set({ taken_by: userId, taken_at: now })
    .where("sale_id", "=", saleId)
    .where("taken_by", "is", null)
    .execute();
}

/** Lists a person's open checkouts of a product, without gifts. */
export async function listOwnCheckouts(
  db: Db,
  { userId, productId }: { userId: string; productId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select("payments.provider_checkout_id")
    .where("consumer_id", "=", userId)
    .where("video_id", "=", productId)
    .where("status", "=", "pending")
    .where("is_gift", "=", false)
    .execute();
  return rows.flatMap(({ provider_checkout_id }) => provider_checkout_id ?? []);
}

/** Ends the links of a gift that nobody took. `email`: null if its buyer sends the link. */
export async function readdressGift(
  trx: Db,
  { saleId, email }: { saleId: string; email: string | null },
): Promise<void> {
  await trx
    .updateTable("gifts")
    .set(({ eb }) => ({ email, deliver_at: null, link_version: eb("link_version", "+", 1) }))
    .where("sale_id", "=", saleId)
    .where("taken_by", "is", null)
    .execute();
}
