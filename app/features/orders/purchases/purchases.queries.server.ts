import { type RawBuilder, sql } from "kysely";
import type { RefundChannel, RefundReason } from "~/features/money/ledger/refund-rules";
import type { DisputeStatus, RefundStatus } from "~/features/money/ledger/sale-status";
import { inShop } from "~/features/videos/listing/for-sale.queries.server";
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

/** A row as JSON has it: times are texts. */
type InJson<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | null ? string | Exclude<Row[Column], Date> : Row[Column];
};

export interface MoneyBackColumns {
  refunds: InJson<RefundRow>[];
  disputes: InJson<DisputeRow>[];
}

/** Columns of a query on `sales`: the refunds and the disputes of each sale, oldest first (`readMoneyBack`). */
export const moneyBackColumns = [
  sql<MoneyBackColumns["refunds"]>`(SELECT coalesce(json_agg(json_build_object('amount_cents', amount_cents,
      'created_at', created_at, 'status', status, 'channel', channel, 'reason', reason, 'key_given_at', key_given_at)
      ORDER BY created_at, id), '[]')
    FROM refunds WHERE refunds.sale_id = sales.id)`.as("refunds"),
  sql<MoneyBackColumns["disputes"]>`(SELECT coalesce(json_agg(json_build_object('amount_cents', amount_cents,
      'created_at', created_at, 'status', status, 'lost_at', lost_at) ORDER BY created_at, id), '[]')
    FROM disputes WHERE disputes.sale_id = sales.id)`.as("disputes"),
] as const;

/** Returns the refunds and the disputes of a row with `moneyBackColumns`. */
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

/** Whether the same person has another sale of the video in the given state. */
function hasOther(state: RawBuilder<unknown>) {
  return sql<boolean>`EXISTS (SELECT FROM sales other WHERE other.consumer_id = sales.consumer_id
    AND other.video_id = sales.video_id AND other.id <> sales.id AND NOT other.is_gift AND NOT sales.is_gift
    AND ${state})`;
}

const shown = [
  "sales.id",
  "sales.created_at",
  "sales.video_id",
  "videos.title",
  "videos.thumbnail_url",
  "sales.amount_cents",
  "sales.currency",
  "platform_fee_cents",
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

/** Every column that shows the state of a purchase, with its video, refunds and disputes. */
export function selectPurchases(db: Db) {
  return db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(shown)
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
