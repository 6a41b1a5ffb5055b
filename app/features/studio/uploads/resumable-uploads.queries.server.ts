import { isFileReceived } from "~/features/studio/deletion/received-file.queries.server";
import type { ResumableWrite } from "~/integrations/storage/storage";
import type { Db } from "~/platform/db.server";
import type { UnfinishedUpload } from "./resumable-limits";

/** An upload's record is its unpublished video: they share the id. */
interface OwnUpload {
  creatorId: string;
  videoId: string;
}

/**
 * Records that an upload has begun, beside its unpublished video. `handle` is the store's name for the bytes or, for a
 * video with a `cloudflare_video_id`, the upload address at the streaming service.
 */
export async function insertUpload(
  db: Db,
  upload: { videoId: string; fileMark: string; bytes: number; handle: string; isHeld?: boolean },
): Promise<void> {
  await db
    .insertInto("resumable_uploads")
    .values({
      video_id: upload.videoId,
      bytes: upload.bytes,
      file_mark: upload.fileMark,
      write_handle: upload.handle,
      is_held: upload.isHeld ?? false,
    })
    .execute();
}

/** Where an upload's bytes go: into our store, through this server, or to the streaming service from the browser. */
export type UploadPlace =
  | { delivery: "store"; write: ResumableWrite }
  | { delivery: "stream"; uid: string; uploadUrl: string };

/**
 * Finds one of a creator's own uploads, published by now or not; another's, or one that was closed, is not found. Nor
 * is one that the streaming service has whole: `isStreamed`.
 */
export async function findOwnUpload(db: Db, { creatorId, videoId }: OwnUpload) {
  const row = await db
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .select([
      "videos.id",
      "video_url",
      "cloudflare_video_id",
      "thumbnail_url",
      "published_at",
      "bytes",
      "write_handle",
    ])
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const place = row && placeOf(row);
  if (!place) return undefined;
  const published = row.published_at !== null;
  return { videoId: row.id, thumbnailUrl: row.thumbnail_url, published, place };
}

/** Returns where an upload's bytes go, undefined for a record without an address. */
export function placeOf(row: {
  cloudflare_video_id: string | null;
  video_url: string | null;
  bytes: number | null;
  write_handle: string | null;
}): UploadPlace | undefined {
  const { cloudflare_video_id: uid, video_url: key, bytes, write_handle: handle } = row;
  if (!bytes || !handle) return undefined;
  if (uid) return { delivery: "stream", uid, uploadUrl: handle };
  return key ? { delivery: "store", write: { key, bytes, handle } } : undefined;
}

/**
 * Lists what a creator began and did not finish, the newest first, without the files of drafts: never more than
 * `maxUnfinishedUploads`.
 */
export async function listUnfinishedUploads(db: Db, creatorId: string): Promise<UnfinishedUpload[]> {
  const rows = await selectUnfinished(db, creatorId)
    .select(["videos.id", "title", "file_name", "bytes", "file_mark", "cloudflare_video_id", "write_handle"])
    .where("is_held", "=", false)
    .orderBy("created_at", "desc")
    .orderBy("videos.id", "desc")
    .execute();
  return rows.map(({ id, title, file_name, bytes, file_mark, cloudflare_video_id, write_handle }) => ({
    id,
    title,
    fileName: file_name ?? "",
    bytes,
    fileMark: file_mark,
    ...(cloudflare_video_id ? { sendTo: write_handle } : {}),
  }));
}

/**
 * Counts what a creator began and did not finish, the files of drafts too but for the `replaced` one, and holds the
 * creator until the transaction ends: of two that count in order to add one, the second sees what the first added.
 */
export async function countUnfinishedUploads(
  trx: Db,
  { creatorId, replaced }: { creatorId: string; replaced?: string | undefined },
): Promise<number> {
  await trx.selectFrom("users").select("id").where("id", "=", creatorId).forNoKeyUpdate().execute();
  const { unfinished } = await selectUnfinished(trx, creatorId)
    .select(({ fn }) => fn.countAll<number>().as("unfinished"))
    .$if(replaced !== undefined, (query) => query.where("videos.id", "!=", replaced ?? ""))
    .executeTakeFirstOrThrow();
  return Number(unfinished);
}

function selectUnfinished(db: Db, creatorId: string) {
  return db
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .where("creator_id", "=", creatorId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null);
}

/**
 * Closes an upload before its bytes are removed: from now on it can be neither resumed nor published, and if the
 * removal fails, the sweep finds it. Returns whether it was open.
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
    .where(({ not }) => not(isFileReceived()))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Locks the record of an upload that is about to be completed. Returns false for one that was closed or removed
 * meanwhile.
 */
export async function lockOpenRecord(trx: Db, videoId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether one of a creator's own uploads is complete: it was published, or its whole file has been received for
 * the streaming service.
 */
export async function isHandedIn(db: Db, { creatorId, videoId }: OwnUpload): Promise<boolean> {
  const row = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isFileReceived())
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the whole file of one of a creator's own streamed videos has been received. */
export async function isStreamed(db: Db, { creatorId, videoId }: OwnUpload): Promise<boolean> {
  const row = await db
    .selectFrom("videos")
    .innerJoin("video_streams", "video_streams.video_id", "videos.id")
    .select("id")
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("sent_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
