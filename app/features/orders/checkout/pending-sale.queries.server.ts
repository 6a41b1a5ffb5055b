import { type RawBuilder, sql } from "kysely";
import type { SaleSplit } from "~/features/base/money/platform-share";
import { creatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { purchasesLock } from "~/features/orders/settlement/settlement.queries.server";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import { hourMs } from "~/i18n/days";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { checkoutsAnHour } from "./checkout-reuse";
import { holdingFacts } from "./holdings.queries.server";

/** SQL condition: the video is a lesson, or a course with lessons. */
const isInCourse = sql<boolean>`EXISTS (SELECT FROM course_lessons
  WHERE removed_at IS NULL AND videos.id IN (course_id, video_id))`;

/**
 * Locks, while a sale is written, a video for sale and the buyer's account; before them, for a course or lesson, the
 * buyer's purchases, as settling does. If the buyer has reviewed the video, the lock is exclusive: free access shows the
 * review again, which updates the video's stars, and two buyers who share the lock would deadlock. `share_bp`: platform's
 * share; `is_open`: a checkout is open, also of a gift. Undefined if not for sale or the account is erased.
 */
export async function lockShopVideo(
  db: Db,
  { videoId, buyerId, now }: { videoId: string; buyerId: string; now: Date },
) {
  return db
    .with(
      (cte) => cte("locked").materialized(),
      (cte) =>
        cte
          .selectFrom("videos")
          .select("id")
          .select(
            sql<null>`CASE WHEN ${isInCourse} THEN ${purchasesLock(sql`${buyerId}::uuid`)} END`.as("lock"),
          )
          .where("id", "=", videoId),
    )
    .with(
      (cte) => cte("reviewed").materialized(),
      (cte) =>
        cte
          .selectFrom("videos")
          .select("id")
          .where("id", "=", ({ selectFrom }) => selectFrom("locked").select("locked.id"))
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom("reviews")
                .select("reviews.id")
                .where("video_id", "=", videoId)
                .where("author_id", "=", buyerId),
            ),
          )
          .forNoKeyUpdate(),
    )
    .selectFrom("videos")
    .innerJoin("users", (join) => join.on("users.id", "=", buyerId))
    .select(["videos.id", "creator_id", "title", "price_cents", "currency", "lesson_count"])
    .select(({ selectFrom }) => [
      holdingFacts(buyerId).as("holding"),
      creatorFeeBp("videos.creator_id", now).as("share_bp"),
      isInCourse.as("overlaps"),
      exceedsCheckoutCeiling({ consumerId: buyerId, videoId }, now).as("exceeds_ceiling"),
      sql<boolean>`EXISTS (${selectFrom("sales")
        .select("id")
        .where("consumer_id", "=", buyerId)
        .whereRef("video_id", "=", "videos.id")
        .where("status", "=", "pending")})`.as("is_open"),
    ])
    .where("videos.id", "=", ({ fn, selectFrom }) =>
      fn.coalesce(selectFrom("reviewed").select("reviewed.id"), selectFrom("locked").select("locked.id")),
    )
    .where(inShop)
    .where("users.erased_at", "is", null)
    .forShare("videos")
    .forKeyShare("users")
    .executeTakeFirst();
}

export interface NewSale extends SaleSplit {
  id: string;
  videoId: string;
  consumerId: string;
  amountCents: number;
  currency: Currency;
  /** On the payment page. */
  title: string;
  isGift: boolean;
  checkoutExpiresAt: Date;
  now: Date;
}

const pendingSaleColumns = [
  "id",
  "amount_cents",
  "currency",
  "platform_share_bp",
  "is_gift",
  "checkout_title",
  "provider_checkout_id",
  "checkout_url",
  "checkout_expires_at",
] as const;

export type PendingSale = NonNullable<Awaited<ReturnType<typeof findOrInsertPendingSale>>>;

/**
 * Any number of simultaneous requests get the same row (unique index sales_one_pending_idx). Returns undefined above the
 * ceiling of checkouts, or if the sale was settled at this moment.
 */
export async function findOrInsertPendingSale(db: Db, sale: NewSale) {
  const added = await insertPendingSale(db, sale);
  if (added) return { ...added, isNew: true };
  const existing = await db
    .selectFrom("sales")
    .select(pendingSaleColumns)
    .where("consumer_id", "=", sale.consumerId)
    .where("video_id", "=", sale.videoId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return existing && { ...existing, isNew: false };
}

/** Returns undefined above the ceiling of checkouts, or if there is a pending sale. */
async function insertPendingSale(db: Db, sale: NewSale) {
  const { videoId, consumerId, now } = sale;
  return db
    .insertInto("sales")
    .columns([
      "id",
      "video_id",
      "consumer_id",
      "amount_cents",
      "currency",
      "platform_share_bp",
      "platform_fee_cents",
      "creator_earnings_cents",
      "checkout_title",
      "is_gift",
      "checkout_expires_at",
      "created_at",
    ])
    .expression(
      sql`SELECT ${sale.id}::uuid, ${videoId}::uuid, ${consumerId}::uuid, ${sale.amountCents}::int, ${sale.currency},
        ${sale.platformShareBp}::int, ${sale.platformFeeCents}::int, ${sale.creatorEarningsCents}::int, ${sale.title},
        ${sale.isGift}::boolean, ${sale.checkoutExpiresAt}::timestamptz, ${now}::timestamptz
      WHERE NOT ${exceedsCheckoutCeiling({ consumerId, videoId }, now)}`,
    )
    .onConflict((conflict) =>
      conflict.columns(["consumer_id", "video_id"]).where("status", "=", "pending").doNothing(),
    )
    .returning(pendingSaleColumns)
    .executeTakeFirst();
}

/** Returns false if the sale has another checkout by now or was settled. */
export async function failUnpayableSale(
  db: Db,
  { saleId, checkoutId }: { saleId: string; checkoutId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .where("provider_checkout_id", "is not distinct from", checkoutId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Undefined without a checkout, or for a settled sale. */
export async function findCheckoutUrl(db: Db, saleId: string): Promise<string | undefined> {
  const sale = await db
    .selectFrom("sales")
    .select("checkout_url")
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return sale?.checkout_url ?? undefined;
}

/** Fails the pending sales without a checkout that would have expired before `before`. */
export async function failUnopenedSales(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("sales")
    .set({ status: "failed" })
    .where("status", "=", "pending")
    .where("provider_checkout_id", "is", null)
    .where(({ fn }) => fn.coalesce("checkout_expires_at", "created_at"), "<", before)
    .execute();
}

/** Returns false if the sale was settled or failed meanwhile. */
export async function setCheckout(
  db: Db,
  { saleId, checkoutId, url }: { saleId: string; checkoutId: string; url: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sales")
    .set({ provider_checkout_id: checkoutId, checkout_url: url })
    .where("id", "=", saleId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Purchase {
  consumerId: string;
  videoId: string;
}

/** SQL condition. The transaction has locked the buyer in an earlier statement, so that simultaneous checkouts count. */
function exceedsCheckoutCeiling({ consumerId, videoId }: Purchase, now: Date): RawBuilder<boolean> {
  const hourAgo = new Date(now.getTime() - hourMs);
  return sql<boolean>`(SELECT count(*) FILTER (WHERE created_at > ${hourAgo})
        >= coalesce((SELECT checkouts_an_hour FROM users WHERE id = ${consumerId}), ${checkoutsAnHour}::int)
      AND NOT coalesce(bool_or(video_id = ${videoId} AND status = 'pending'), false)
    FROM sales WHERE consumer_id = ${consumerId}
      AND (created_at > ${hourAgo} OR (video_id = ${videoId} AND status = 'pending')))`;
}

/** An open checkout of this video is not counted again. */
export async function opensTooManyCheckouts(db: Db, purchase: Purchase, now: Date): Promise<boolean> {
  const { exceeds } = await db
    .selectNoFrom(exceedsCheckoutCeiling(purchase, now).as("exceeds"))
    .executeTakeFirstOrThrow();
  return exceeds;
}
