import { isWhole } from "~/features/uploads/received.queries.server";
import type { Db } from "~/platform/db.server";
import { hasSales, isUnsoldFor } from "./sold.queries.server";

/**
 * Lists videos taken out of the shop before a time that still have a file and that nobody can watch, at most a hundred:
 * deletions cut off, and those with checkouts that were never paid.
 */
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
      // An upload that was dropped is the sweep's: more of it may be in the store than its key says.
      .where("published_at", "is not", null)
      .where(isUnsoldFor({ failedBefore }))
      .orderBy("deleted_at")
      .limit(100)
      .execute()
  );
}

/**
 * Puts a removal that failed behind all that are due now, itself still due. `deleted_at` is the line they stand in: of
 * what nobody can see any more, its exact time tells nothing else.
 */
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

/**
 * Takes one of a creator's own videos out of the shop. Whoever begins to buy it at this moment holds its row until
 * their sale is written, or finds it gone. Gives whether it was there.
 */
export async function hideOwnVideo(
  db: Db,
  { creatorId, videoId, now }: { creatorId: string; videoId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ deleted_at: now })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isWhole())
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts one of a creator's own videos back into the shop. */
export async function showOwnVideo(
  db: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ deleted_at: null })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .execute();
}

/** Removes the record of a video that nobody ever began to buy. Gives whether it is gone. */
export async function deleteUnsoldVideo(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where(({ not }) => not(hasSales()))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes that the file and the thumbnail of a deleted video are gone while its sales keep the record. */
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
