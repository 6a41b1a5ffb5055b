import { isFileReceived } from "~/features/studio/deletion/delete-video.queries.server";
import type { ResumableWrite } from "~/integrations/storage/storage";
import type { Database, Db } from "~/platform/db.server";
import type { OwnVideo } from "./unpublished.queries.server";

/** Into our store, through this server, or to the streaming service from the browser. */
export type UploadPlace =
  | { delivery: "store"; write: ResumableWrite }
  | { delivery: "stream"; uid: string; uploadUrl: string };

/**
 * In place of the file before: held until its creator publishes it. `handle`: the store's name for the bytes or the
 * upload address at the streaming service.
 */
export async function replaceUpload(
  trx: Db,
  upload: {
    videoId: string;
    fileName: string;
    fileMark: string;
    bytes: number;
    handle: string;
    place: UploadPlace;
  },
): Promise<void> {
  const { videoId, place } = upload;
  for (const table of ["resumable_uploads", "video_streams"] as const)
    await trx.deleteFrom(table).where("video_id", "=", videoId).execute();
  await trx
    .updateTable("videos")
    .set({
      file_name: upload.fileName,
      video_url: place.delivery === "store" ? place.write.key : null,
      cloudflare_video_id: place.delivery === "stream" ? place.uid : null,
      duration_seconds: null,
    })
    .where("id", "=", videoId)
    .execute();
  await trx
    .insertInto("resumable_uploads")
    .values({
      video_id: videoId,
      bytes: upload.bytes,
      file_mark: upload.fileMark,
      write_handle: upload.handle,
      is_held: true,
    })
    .execute();
}

export async function forgetFile(
  db: Database,
  { creatorId, videoId, place }: OwnVideo & { place: UploadPlace },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("videos")
      .set({ video_url: null, cloudflare_video_id: null, file_name: null })
      .where("id", "=", videoId)
      .where("creator_id", "=", creatorId)
      .where("published_at", "is", null)
      .$if(place.delivery === "store", (query) =>
        query.where("video_url", "=", place.delivery === "store" ? place.write.key : ""),
      )
      .$if(place.delivery === "stream", (query) =>
        query.where("cloudflare_video_id", "=", place.delivery === "stream" ? place.uid : ""),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    for (const table of ["resumable_uploads", "video_streams"] as const)
      await trx.deleteFrom(table).where("video_id", "=", videoId).execute();
    return true;
  });
}

/** Published or not; undefined if closed, or if the streaming service has it whole, unless it is unpublished. */
export async function findOwnUpload(db: Db, { creatorId, videoId }: OwnVideo) {
  const row = await db
    .selectFrom("videos")
    .innerJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
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
 * Counts all but one video's, and locks the creator: of two that count in order to add one, the second sees what the
 * first added.
 */
export async function countUnfinishedUploads(trx: Db, { creatorId, videoId }: OwnVideo): Promise<number> {
  await trx.selectFrom("users").select("id").where("id", "=", creatorId).forNoKeyUpdate().execute();
  const { unfinished } = await trx
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .select(({ fn }) => fn.countAll<number>().as("unfinished"))
    .where("creator_id", "=", creatorId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .where("videos.id", "!=", videoId)
    .executeTakeFirstOrThrow();
  return Number(unfinished);
}

/**
 * Closed before its bytes are removed: it can be neither resumed nor published, and if the removal fails, the sweep
 * finds it. Returns whether it was open.
 */
export async function closeUpload(
  db: Db,
  { creatorId, videoId, now }: OwnVideo & { now: Date },
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

/** It was published, or its whole file has been received for the streaming service. */
export async function isHandedIn(db: Db, { creatorId, videoId }: OwnVideo): Promise<boolean> {
  const row = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isFileReceived())
    .executeTakeFirst();
  return row !== undefined;
}

export async function isStreamed(db: Db, { creatorId, videoId }: OwnVideo): Promise<boolean> {
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
