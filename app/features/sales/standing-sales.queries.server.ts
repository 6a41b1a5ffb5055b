import type { Db } from "~/platform/db.server";
import type { PaymentMethod } from "./payment-method";
import type { SaleStatus } from "./sale-status";

/** The states of one person's sales of one video. */
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
    .execute();
  return rows.map((row) => row.status);
}

/** How far someone is with buying a video: it is theirs, its payment is on its way, or their bank disputes it. */
export interface StandingSale {
  status: "completed" | "processing" | "disputed";
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/**
 * Lists, by video id, the sales of these videos that the person has bought, is paying or whose payment is disputed. Of
 * several the one that gives access counts, then the disputed one, then the newest.
 */
export async function listStandingSales(
  db: Db,
  { consumerId, videoIds }: { consumerId: string; videoIds: string[] },
): Promise<Map<string, StandingSale>> {
  if (videoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sales")
    .select(["video_id", "status", "payment_method as method", "awaiting_until as until"])
    .where("consumer_id", "=", consumerId)
    .where("video_id", "in", videoIds)
    .where("status", "in", ["completed", "processing", "disputed"])
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
