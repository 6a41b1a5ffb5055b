import { sql } from "kysely";
import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { SaleStatus } from "~/features/ledger/sales/sale-status";
import type { Db } from "~/platform/db.server";

/**
 * A payment on its way that the buyer set aside to pay in another way: it may still arrive, and holds back no other
 * purchase.
 */
export const isSetAside = sql<boolean>`(sales.status = 'processing' AND sales.set_aside_at IS NOT NULL)`;

/** Returns the states of one person's sales of one video, without payments that were set aside. */
export async function listSaleStatuses(
  db: Db,
  { consumerId, videoId }: { consumerId: string; videoId: string },
): Promise<SaleStatus[]> {
  const rows = await db
    .selectFrom("sales")
    .select("status")
    .distinct()
    .where("consumer_id", "=", consumerId)
    .where("video_id", "=", videoId)
    .where(({ not }) => not(isSetAside))
    .execute();
  return rows.map((row) => row.status);
}

/** How far someone is with buying a video: it is theirs, its payment is on its way, or their bank disputes it. */
export interface StandingSale {
  id: string;
  status: "completed" | "processing" | "disputed";
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/**
 * Returns, by video id, the sales of those videos that the person has bought, is paying or whose payment is disputed.
 * Of several the one that gives access counts, then the disputed one, then the newest. Payments that were set aside are
 * left out.
 */
export async function listStandingSales(
  db: Db,
  { consumerId, videoIds }: { consumerId: string; videoIds: string[] },
): Promise<Map<string, StandingSale>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sales")
    .select(["id", "video_id", "status", "payment_method as method", "awaiting_until as until"])
    .where("consumer_id", "=", consumerId)
    .where("video_id", "in", videoIds)
    .where("status", "in", ["completed", "processing", "disputed"])
    .where(({ not }) => not(isSetAside))
    .orderBy("created_at")
    .execute();
  const sales = new Map<string, StandingSale>();
  for (const { video_id, status, ...sale } of rows) {
    if (status === "completed") sales.set(video_id, { status, ...sale });
    else if (status === "disputed" && sales.get(video_id)?.status !== "completed")
      sales.set(video_id, { status, ...sale });
    else if (status === "processing" && (sales.get(video_id)?.status ?? status) === status)
      sales.set(video_id, { status, ...sale });
  }
  return sales;
}

export async function findSaleByCheckout(
  db: Db,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
) {
  return db
    .selectFrom("sales")
    .select(["id", "video_id", "status"])
    .where("consumer_id", "=", consumerId)
    .where("provider_checkout_id", "=", checkoutId)
    .executeTakeFirst();
}
