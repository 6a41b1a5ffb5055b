import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * The condition of videos for sale: published, not deleted, neither the video nor its creator suspended, and not sold
 * only in courses while one of them is for sale. Implies the condition of the index videos_shop_idx.
 */
export const inShop = sql<boolean>`videos.published_at IS NOT NULL AND videos.deleted_at IS NULL
  AND videos.suspended_at IS NULL AND NOT videos.creator_suspended
  AND (videos.sold_alone OR NOT EXISTS (SELECT FROM course_lessons JOIN videos AS seller ON seller.id = course_id
    WHERE course_lessons.video_id = videos.id AND removed_at IS NULL AND seller.published_at IS NOT NULL
      AND seller.deleted_at IS NULL AND seller.suspended_at IS NULL AND NOT seller.creator_suspended))`;

/**
 * Publishes an upload whose file is in place: from now on it is in the shop, as the newest. Returns whether this call
 * published it; a closed one stays closed, and one whose form is not sent yet is held.
 */
export async function publishUpload(
  db: Db,
  { videoId, now }: { videoId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ published_at: now, created_at: now })
    .where("id", "=", videoId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM resumable_uploads WHERE video_id = videos.id AND is_held)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
