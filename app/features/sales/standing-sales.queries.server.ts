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

/** How far someone is with buying a video: it is theirs, or its payment is on its way. */
export interface StandingSale {
  status: "completed" | "processing";
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/** Of these videos, those the person has bought or is paying, by id. The one that gives access counts, else the newest. */
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
    .where("status", "in", ["completed", "processing"])
    .orderBy("created_at")
    .execute();
  const sales = new Map<string, StandingSale>();
  for (const { video_id, status, ...sale } of rows) {
    if (status === "completed") sales.set(video_id, { status, ...sale });
    else if (status === "processing" && sales.get(video_id)?.status !== "completed")
      sales.set(video_id, { status, ...sale });
  }
  return sales;
}
