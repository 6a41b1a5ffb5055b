import type { Updateable } from "kysely";
import { deleteDraftOfFile } from "~/features/studio/drafts/drafts.queries.server";
import type { Db } from "~/platform/db.server";
import type { DB } from "~/platform/schema";

interface OwnUpload {
  creatorId: string;
  uploadId: string;
}

/** Returns where the thumbnail of one of a creator's own held uploads goes; undefined if it is not held. */
export async function findHeldThumbnail(
  db: Db,
  { creatorId, uploadId }: OwnUpload,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("videos")
    .innerJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .select("thumbnail_url")
    .where("videos.id", "=", uploadId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("is_held", "=", true)
    .executeTakeFirst();
  return row?.thumbnail_url ?? undefined;
}

/**
 * Fills in one of a creator's held uploads, releases it and deletes its draft. Returns false, and changes
 * nothing, if it is not held any more. Of two at once, the second waits and finds it released.
 */
export async function releaseHeld(
  trx: Db,
  { creatorId, uploadId, columns }: OwnUpload & { columns: Updateable<DB["videos"]> },
): Promise<boolean> {
  const { numUpdatedRows: held } = await trx
    .updateTable("resumable_uploads")
    .set({ is_held: false })
    .where("video_id", "=", uploadId)
    .where("is_held", "=", true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("videos")
          .select("videos.id")
          .whereRef("videos.id", "=", "resumable_uploads.video_id")
          .where("creator_id", "=", creatorId),
      ),
    )
    .executeTakeFirst();
  if (held === 0n) return false;
  const { numUpdatedRows: open } = await trx
    .updateTable("videos")
    .set(columns)
    .where("id", "=", uploadId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  // Dropped meanwhile: what is released by that is closed, and the sweep removes it.
  if (open === 0n) return false;
  await deleteDraftOfFile(trx, { creatorId, videoId: uploadId });
  return true;
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
