import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";

/**
 * Finds what captions can be made of: where the streaming service has a video ready, with the order there is, if any.
 * Returns undefined for any other video. The caller must have checked that it is their own.
 */
export async function findCaptionSource(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("caption_orders", "caption_orders.video_id", "videos.id")
    .select(["cloudflare_video_id as uid", "duration_seconds as seconds"])
    .select(["language", "ordered_at", "failed"])
    .where("videos.id", "=", videoId)
    .where("video_streams.state", "=", "ready")
    .where("cloudflare_video_id", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Orders captions of a video and has them made; in place of an order that failed. Returns false if one is waiting. */
export async function orderCaptions(
  trx: Db,
  order: { videoId: string; language: SpokenLanguage; now: Date },
): Promise<boolean> {
  const content = { language: order.language, ordered_at: order.now, failed: false };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("caption_orders")
    .values({ video_id: order.videoId, ...content })
    .onConflict((conflict) =>
      conflict.column("video_id").doUpdateSet(content).where("caption_orders.failed", "=", true),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await queueCaptions(trx, order.videoId);
  return true;
}

/** Has ordered captions made, not before `runAt`. */
export async function queueCaptions(db: Db, videoId: string, runAt?: Date): Promise<void> {
  const options = { key: `captions:${videoId}`, ...(runAt ? { runAt } : {}) };
  await addJob(db, "make-captions", { videoId }, options);
}

/** Ends an order whose captions are there. Returns false if there is no such order any more. */
export async function endCaptionOrder(
  trx: Db,
  { videoId, language }: { videoId: string; language: SpokenLanguage },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("caption_orders")
    .where("video_id", "=", videoId)
    .where("language", "=", language)
    .where("failed", "=", false)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Notes that no captions will come of an order. */
export async function failCaptionOrder(db: Db, videoId: string): Promise<void> {
  await db.updateTable("caption_orders").set({ failed: true }).where("video_id", "=", videoId).execute();
}

/** Forgets the order of a video that is deleted. */
export async function dropCaptionOrder(trx: Db, videoId: string): Promise<void> {
  await trx.deleteFrom("caption_orders").where("video_id", "=", videoId).execute();
}
