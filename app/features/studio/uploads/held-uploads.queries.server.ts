import type { Updateable } from "kysely";
import type { Database, Db } from "~/platform/db.server";
import type { DB } from "~/platform/schema";
import { deleteDraftOfFile } from "./drafts.queries.server";

interface OwnUpload {
  creatorId: string;
  uploadId: string;
}

/**
 * Sets where the thumbnail of one of a creator's held uploads goes. Returns the path that it replaces, where an earlier
 * attempt to release may have stored one; undefined if the upload is not held.
 */
export async function placeHeldThumbnail(
  db: Database,
  { creatorId, uploadId, thumbnailUrl }: OwnUpload & { thumbnailUrl: string },
): Promise<{ replaced: string | null } | undefined> {
  return db.transaction().execute(async (trx) => {
    // Two attempts take turns, and the second reads the path of the first.
    if (!(await lockHeld(trx, uploadId))) return undefined;
    const before = await trx
      .selectFrom("videos")
      .select("thumbnail_url as replaced")
      .where("id", "=", uploadId)
      .where("creator_id", "=", creatorId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!before) return undefined;
    await trx
      .updateTable("videos")
      .set({ thumbnail_url: thumbnailUrl })
      .where("id", "=", uploadId)
      .where("creator_id", "=", creatorId)
      .execute();
    return before;
  });
}

/**
 * Fills in one of a creator's held uploads, releases it and deletes its draft. Returns false, and changes
 * nothing, if it is not held any more, or its thumbnail has got another place. Of two at once, the second waits and
 * finds it released.
 */
export async function releaseHeld(
  trx: Db,
  {
    creatorId,
    uploadId,
    thumbnailUrl,
    columns,
  }: OwnUpload & { thumbnailUrl: string; columns: Updateable<DB["videos"]> },
): Promise<boolean> {
  if (!(await lockHeld(trx, uploadId))) return false;
  const { numUpdatedRows: filled } = await trx
    .updateTable("videos")
    .set(columns)
    .where("id", "=", uploadId)
    .where("creator_id", "=", creatorId)
    .where("thumbnail_url", "=", thumbnailUrl)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (filled === 0n) return false;
  await trx
    .updateTable("resumable_uploads")
    .set({ is_held: false })
    .where("video_id", "=", uploadId)
    .execute();
  await deleteDraftOfFile(trx, { creatorId, videoId: uploadId });
  return true;
}

/** Locks an upload until the end of the transaction. Returns false if it is not held. */
async function lockHeld(trx: Db, uploadId: string): Promise<boolean> {
  const held = await trx
    .selectFrom("resumable_uploads")
    .select("video_id")
    .where("video_id", "=", uploadId)
    .where("is_held", "=", true)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Returns whether an upload can still be published: neither published nor closed. */
export async function isOpenUpload(db: Db, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom("videos")
    .innerJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .select("videos.id")
    .where("videos.id", "=", videoId)
    .where("deleted_at", "is", null)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
