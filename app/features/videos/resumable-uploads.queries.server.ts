import type { NotNull } from "kysely";
import type { ResumableWrite } from "~/integrations/storage/resumable-writes";
import type { Db } from "~/platform/db.server";
import type { UnfinishedUpload } from "./resumable-rules";

/** An upload's record is its video, unpublished; so the two share their id. */
interface OwnUpload {
  creatorId: string;
  videoId: string;
}

/** Notes that an upload has begun, beside its unpublished video. */
export async function insertUpload(
  db: Db,
  upload: { videoId: string; fileMark: string; write: ResumableWrite },
): Promise<void> {
  await db
    .insertInto("resumable_uploads")
    .values({
      video_id: upload.videoId,
      bytes: upload.write.bytes,
      file_mark: upload.fileMark,
      write_handle: upload.write.handle,
    })
    .execute();
}

/** Finds one of a creator's own uploads, published by now or not; another's, or one that was closed, is not found. */
export async function findOwnUpload(db: Db, { creatorId, videoId }: OwnUpload) {
  const row = await db
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .select(["videos.id", "video_url", "thumbnail_url", "published_at", "bytes", "write_handle"])
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("video_url", "is not", null)
    .$narrowType<{ video_url: NotNull }>()
    .executeTakeFirst();
  if (!row) return undefined;
  const write: ResumableWrite = { key: row.video_url, bytes: row.bytes, handle: row.write_handle };
  return { videoId: row.id, thumbnailUrl: row.thumbnail_url, published: row.published_at !== null, write };
}

/** Lists what a creator began and did not finish, the newest first. */
export async function listUnfinishedUploads(db: Db, creatorId: string): Promise<UnfinishedUpload[]> {
  const rows = await db
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .select(["videos.id", "title", "file_name", "bytes", "file_mark"])
    .where("creator_id", "=", creatorId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("videos.id", "desc")
    .execute();
  return rows.map(({ id, title, file_name, bytes, file_mark }) => ({
    id,
    title,
    fileName: file_name ?? "",
    bytes,
    fileMark: file_mark,
  }));
}

/**
 * Publishes an upload whose file is in place: from now on it is in the shop, as the newest. Gives whether this call
 * did; one that was closed stays closed.
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
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Closes an upload before what came of it is removed: from here on it can neither go on nor be published, and should
 * the removal fail, the sweep finds it. Gives whether it was open.
 */
export async function closeUpload(
  db: Db,
  { creatorId, videoId, now }: OwnUpload & { now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ deleted_at: now })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a video is published, in the shop or taken out of it. */
export async function isPublished(db: Db, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("published_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
