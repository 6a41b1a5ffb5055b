import { type RawBuilder, sql } from "kysely";
import { shareOf } from "~/features/money/ledger/ledger.queries.server";
import { parsePurchaseNumber } from "~/features/money/ledger/purchase-number";
import type { RefundChannel, RefundReason } from "~/features/money/ledger/refund-rules";
import type { DisputeStatus, RefundStatus } from "~/features/money/ledger/sale-status";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

interface MoneyBackRow {
  amount_cents: number;
  created_at: Date;
}

export interface RefundRow extends MoneyBackRow {
  status: RefundStatus;
  channel: RefundChannel;
  reason: RefundReason;
  key_given_at: Date | null;
}

interface DisputeRow extends MoneyBackRow {
  status: DisputeStatus;
  lost_at: Date | null;
}

/** With times as JSON text. */
type InJson<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | null ? string | Exclude<Row[Column], Date> : Row[Column];
};

interface MoneyBackColumns {
  refunds: InJson<RefundRow>[];
  disputes: InJson<DisputeRow>[];
}

/** Columns of a query on `sales`: the refunds and the disputes of each sale, oldest first (`readMoneyBack`). */
const moneyBackColumns = [
  sql<MoneyBackColumns["refunds"]>`(SELECT coalesce(json_agg(json_build_object('amount_cents', amount_cents,
      'created_at', created_at, 'status', status, 'channel', channel, 'reason', reason, 'key_given_at', key_given_at)
      ORDER BY created_at, id), '[]')
    FROM refunds WHERE refunds.sale_id = sales.id)`.as("refunds"),
  sql<MoneyBackColumns["disputes"]>`(SELECT coalesce(json_agg(json_build_object('amount_cents', amount_cents,
      'created_at', created_at, 'status', status, 'lost_at', lost_at) ORDER BY created_at, id), '[]')
    FROM disputes WHERE disputes.sale_id = sales.id)`.as("disputes"),
] as const;

export function readMoneyBack(row: MoneyBackColumns): { refunds: RefundRow[]; disputes: DisputeRow[] } {
  return {
    refunds: row.refunds.map((refund) => ({
      ...refund,
      created_at: new Date(refund.created_at),
      key_given_at: refund.key_given_at === null ? null : new Date(refund.key_given_at),
    })),
    disputes: row.disputes.map((dispute) => ({
      ...dispute,
      created_at: new Date(dispute.created_at),
      lost_at: dispute.lost_at === null ? null : new Date(dispute.lost_at),
    })),
  };
}

function hasOther(state: RawBuilder<unknown>) {
  return sql<boolean>`EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND NOT other.is_gift AND NOT sales.is_gift
    AND ${state})`;
}

const purchaseColumns = [
  "sales.id",
  "sales.created_at",
  "sales.video_id",
  "videos.title",
  "videos.thumbnail_url",
  "sales.amount_cents",
  "sales.currency",
  shareOf("platform").as("platform_fee_cents"),
  "provider_fee_cents",
  "sales.status",
  "sales.is_gift",
  "paid_at",
  "duplicate",
  "sales.payment_method",
  "awaiting_until",
  "checkout_url",
  "checkout_expires_at",
  "set_aside_at",
  "videos.price_cents as price_now",
  "videos.currency as currency_now",
  inShop.as("for_sale"),
  hasOther(sql`other.status IN ('completed', 'disputed')`).as("bought_otherwise"),
  hasOther(sql`other.status = 'processing' AND other.set_aside_at IS NULL`).as("paying_otherwise"),
] as const;

export type PurchaseRow = NonNullable<Awaited<ReturnType<typeof findPurchase>>>;

export async function findPurchase(db: Db, { consumerId, saleId }: { consumerId: string; saleId: string }) {
  return selectPurchases(db)
    .where("consumer_id", "=", consumerId)
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
}

export function selectPurchases(db: Db) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(purchaseColumns)
    .select(moneyBackColumns);
}

export async function isOwnSale(
  db: Db,
  { consumerId, saleId }: { consumerId: string; saleId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("sales")
    .select("id")
    .where("id", "=", saleId)
    .where("consumer_id", "=", consumerId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Refunds, as `failed`, that the provider refused and nobody has made again. Without withdrawals, which the buyer is
 * mailed about, and bank transfers, whose failure an administrator recorded.
 */
export const failedRefunds = sql`refunds AS failed
  WHERE failed.status = 'failed' AND failed.channel = 'provider' AND failed.reason <> 'withdrawal' AND NOT EXISTS (
    SELECT FROM refunds AS again
    WHERE again.sale_id = failed.sale_id AND again.status NOT IN ('failed', 'returned') AND again.created_at > failed.created_at)`;

/** SQL id of the sale's course, if its buyer has access and a certificate; null otherwise. */
const certifiedCourse = sql<
  string | null
>`(SELECT course_id FROM certificates JOIN access_grants ON product_id = course_id
  WHERE certificates.user_id = sales.consumer_id AND course_id = sales.video_id
    AND access_grants.user_id = sales.consumer_id AND revoked_at IS NULL)`;

/** Undefined for another person's sale. */
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
      shareOf("platform").as("platform_fee_cents"),
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

export async function findNamedSale(db: Db, typed: string): Promise<string | undefined> {
  const number = parsePurchaseNumber(typed);
  if (!number) return undefined;
  const sale = await db
    .selectFrom("sales")
    .select("id")
    .where("purchase_number", "=", number)
    .executeTakeFirst();
  return sale?.id;
}
