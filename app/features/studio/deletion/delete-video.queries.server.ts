import { type RawBuilder, sql } from "kysely";
import {
  isWatchedBySomebody,
  productsWithVideo,
  wasGranted,
} from "~/features/videos/listing/access-grants.queries.server";
import { lockingCoursesFirst } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

/** At most a hundred that still have a file and no viewers: interrupted, or with sales that were never paid. */
export async function listHalfDeletedVideos(
  db: Db,
  { hiddenBefore, failedBefore }: { hiddenBefore: Date; failedBefore: Date },
) {
  return (
    db
      .selectFrom("videos")
      .select(["id", "video_url", "cloudflare_video_id", "thumbnail_url"])
      .where("deleted_at", "<", hiddenBefore)
      .where("file_removed_at", "is", null)
      // The sweep removes discarded uploads, which may have more objects than the key says.
      .where("published_at", "is not", null)
      .where(mayDeleteFile({ failedBefore }))
      .orderBy("deleted_at")
      .limit(100)
      .execute()
  );
}

/** Requeues a failed removal last: `deleted_at` orders the queue and has no other use for an invisible video. */
export async function postponeRemoval(
  db: Db,
  { videoId, dueBefore }: { videoId: string; dueBefore: Date },
): Promise<void> {
  const last = new Date(dueBefore.getTime() - 1);
  await db
    .updateTable("videos")
    .set({ deleted_at: last })
    .where("id", "=", videoId)
    .where("deleted_at", "<", last)
    .execute();
}

/** A concurrent purchase either stores its sale first or finds the video gone. Returns whether it was there. */
export async function hideOwnVideo(
  db: Db,
  { creatorId, videoId, now }: { creatorId: string; videoId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .with("locked", () => lockingCoursesFirst(videoId))
    .updateTable("videos")
    .from("locked")
    .set({ deleted_at: now })
    .whereRef("videos.id", "=", "locked.id")
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isFileReceived())
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function showOwnVideo(
  db: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<void> {
  await db
    .with("locked", () => lockingCoursesFirst(videoId))
    .updateTable("videos")
    .from("locked")
    .set({ deleted_at: null })
    .whereRef("videos.id", "=", "locked.id")
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .execute();
}

export async function deleteUnsoldVideo(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where(({ not }) => not(mustKeepRecord()))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function noteFileRemoved(
  db: Db,
  { videoId, now }: { videoId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ file_removed_at: now, thumbnail_url: null })
    .where("id", "=", videoId)
    .where("deleted_at", "is not", null)
    .execute();
}

/** SQL condition: somebody has access to the video, or a gift of it, or its payment may still arrive. */
export function mayBeWatched(): RawBuilder<boolean> {
  return sql<boolean>`(${isWatchedBySomebody()} OR EXISTS (SELECT FROM sales
    WHERE sales.video_id = ${productsWithVideo} AND (sales.status IN ('pending', 'processing')
      OR (sales.is_gift AND sales.status IN ('completed', 'disputed')))))`;
}

/** SQL condition: a boleto or Pix code was issued and is not paid yet. */
export function isAwaited(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = ${productsWithVideo} AND sales.status = 'processing' AND sales.paid_at IS NULL)`;
}

/** SQL condition: the video has a sale of any status or a grant, so that a deletion only hides it. */
export function mustKeepRecord(): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM sales WHERE sales.video_id = ${productsWithVideo}) OR ${wasGranted()})`;
}

/** SQL condition: nobody has access, and it has no sales, or all failed and ended before `failedBefore`. */
function mayDeleteFile({ failedBefore }: { failedBefore: Date }): RawBuilder<boolean> {
  return sql<boolean>`NOT ${isWatchedBySomebody()} AND NOT EXISTS (SELECT FROM sales WHERE sales.video_id = ${productsWithVideo}
    AND (sales.status <> 'failed' OR greatest(sales.created_at, sales.checkout_expires_at) >= ${failedBefore}))`;
}

/** SQL condition: published, or the streaming service has the whole file. A course has no file. */
export function isFileReceived(): RawBuilder<boolean> {
  return sql<boolean>`(published_at IS NOT NULL OR video_type = 'course' OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))`;
}
