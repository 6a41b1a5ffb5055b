import { type RawBuilder, sql } from "kysely";
import type { RefundChannel, RefundReason } from "~/features/ledger/sales/refund-rules";
import type { DisputeStatus, RefundStatus } from "~/features/ledger/sales/sale-status";
import { inShop } from "~/features/videos/listing/for-sale.queries.server";
import type { Db } from "~/platform/db.server";

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

/** Every column that shows the state of a purchase, with its video. */
export function selectPurchases(db: Db) {
  return db.selectFrom("sales").innerJoin("videos", "videos.id", "sales.video_id").select(shown);
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

interface MoneyBackRow {
  sale_id: string;
  amount_cents: number;
  created_at: Date;
}

export interface RefundRow extends MoneyBackRow {
  kind: "refund";
  status: RefundStatus;
  channel: RefundChannel;
  reason: RefundReason;
  key_given_at: Date | null;
}

interface DisputeRow extends MoneyBackRow {
  kind: "dispute";
  status: DisputeStatus;
}

/** Returns the refunds and the disputes of these sales, oldest first. */
export async function listMoneyBack(
  db: Db,
  saleIds: readonly string[],
): Promise<{ refunds: RefundRow[]; disputes: DisputeRow[] }> {
  if (saleIds.length === 0) return { refunds: [], disputes: [] };
  const { rows } = await sql<RefundRow | DisputeRow>`
    SELECT 'refund' AS kind, id::text, sale_id, amount_cents, status, created_at, channel, reason, key_given_at
    FROM refunds WHERE sale_id = ANY(${saleIds}::uuid[])
    UNION ALL SELECT 'dispute', id, sale_id, amount_cents, status, created_at, NULL, NULL, NULL
    FROM disputes WHERE sale_id = ANY(${saleIds}::uuid[])
    ORDER BY created_at, id`.execute(db);
  return {
    refunds: rows.filter((row) => row.kind === "refund"),
    disputes: rows.filter((row) => row.kind === "dispute"),
  };
}
