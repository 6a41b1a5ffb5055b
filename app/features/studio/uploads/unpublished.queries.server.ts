import { sql } from "kysely";
import { removePictures } from "~/features/videos/media/publish-video.queries.server";
import type { Database, Db } from "~/platform/db.server";
import type { TypedFields } from "./typed-fields";
import { maxUnpublished } from "./upload-limits";

/** Queries return nothing for another creator's video. */
export interface OwnVideo {
  creatorId: string;
  videoId: string;
}

/**
 * Returns false if the creator has as many as allowed: `recordVideo` locks the creator, so that of two at once the
 * second counts the first.
 */
export async function insertUnpublished(
  trx: Db,
  { creatorId, videoId, fields, now }: OwnVideo & { fields: TypedFields; now: Date },
): Promise<boolean> {
  const { unpublished } = await trx
    .selectFrom("unpublished_videos")
    .innerJoin("videos", "videos.id", "video_id")
    .select(({ fn }) => fn.countAll<number>().as("unpublished"))
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(unpublished) >= maxUnpublished) return false;
  await trx
    .insertInto("unpublished_videos")
    .values({ video_id: videoId, fields: JSON.stringify(fields), revision: 1, saved_at: now })
    .execute();
  return true;
}

function selectUnpublished(db: Db, { creatorId, videoId }: OwnVideo) {
  return db
    .selectFrom("unpublished_videos")
    .innerJoin("videos", "videos.id", "video_id")
    .leftJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .select([
      "videos.id",
      "revision",
      "fields",
      "pictures",
      "thumbnail_url",
      "video_type",
      "youtube_url",
      "file_name",
      "duration_seconds",
      "preview_kind",
      "preview_status",
      "preview_seconds",
      "preview_start",
      "preview_youtube_id",
      "video_url",
      "cloudflare_video_id",
      "bytes",
      "file_mark",
      "write_handle",
      "is_held",
      "sent_at",
      "state",
    ])
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where("published_at", "is", null);
}

export async function findUnpublished(db: Db, ownVideo: OwnVideo) {
  const row = await selectUnpublished(db, ownVideo).executeTakeFirst();
  return row && { ...row, fields: row.fields as TypedFields };
}

/** Locks the video first, as everywhere. */
export async function lockUnpublished(trx: Db, ownVideo: OwnVideo) {
  await trx
    .selectFrom("videos")
    .select("id")
    .where("id", "=", ownVideo.videoId)
    .where("creator_id", "=", ownVideo.creatorId)
    .forNoKeyUpdate()
    .execute();
  return findUnpublished(trx, ownVideo);
}

export async function isUnpublished(db: Db, ownVideo: OwnVideo): Promise<boolean> {
  return (await findUnpublished(db, ownVideo)) !== undefined;
}

export async function saveTyped(
  trx: Db,
  { videoId, fields, revision, now }: { videoId: string; fields: TypedFields; revision: number; now: Date },
): Promise<void> {
  await trx
    .updateTable("unpublished_videos")
    .set({ fields: JSON.stringify(fields), revision, saved_at: now })
    .where("video_id", "=", videoId)
    .execute();
}

export const typedTitle = sql<string | null>`(SELECT nullif(fields ->> 'title', '') FROM unpublished_videos
  WHERE video_id = videos.id)`;

/** The files of pictures that leave the row are removed. */
export async function setPictures(
  trx: Db,
  {
    videoId,
    before,
    pictures,
    cover,
    now,
  }: {
    videoId: string;
    before: readonly string[];
    pictures: readonly string[];
    cover: string | null;
    now: Date;
  },
): Promise<void> {
  await trx
    .updateTable("unpublished_videos")
    .set({ pictures: [...pictures], saved_at: now })
    .where("video_id", "=", videoId)
    .execute();
  await trx.updateTable("videos").set({ thumbnail_url: cover }).where("id", "=", videoId).execute();
  await removePictures(
    trx,
    before.filter((url) => !pictures.includes(url)),
  );
}

export async function listPictures(db: Db, videoId: string): Promise<string[]> {
  const row = await db
    .selectFrom("unpublished_videos")
    .select("pictures")
    .where("video_id", "=", videoId)
    .executeTakeFirst();
  return row?.pictures ?? [];
}

/** Returns false for a video without a file. */
export async function setHeld(
  trx: Db,
  { creatorId, videoId, isHeld }: OwnVideo & { isHeld: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("resumable_uploads")
    .from("videos")
    .set({ is_held: isHeld })
    .whereRef("videos.id", "=", "resumable_uploads.video_id")
    .where("videos.id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the unpublished video of the same file, by mark and length: it goes on, and no second one is made. */
export async function findByMark(
  db: Db,
  {
    creatorId,
    fileMark,
    bytes,
    videoId,
  }: { creatorId: string; fileMark: string; bytes: number; videoId?: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("resumable_uploads")
    .innerJoin("videos", "videos.id", "resumable_uploads.video_id")
    .innerJoin("unpublished_videos", "unpublished_videos.video_id", "videos.id")
    .select("videos.id")
    .where("creator_id", "=", creatorId)
    .where("file_mark", "=", fileMark)
    .where("bytes", "=", bytes)
    .where("deleted_at", "is", null)
    .where("published_at", "is", null)
    .$if(videoId !== undefined, (query) => query.where("videos.id", "=", videoId ?? ""))
    .orderBy("unpublished_videos.saved_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The sweep removes them. Returns how many. */
export async function closeOldUnpublished(
  db: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ deleted_at: now })
    .where("id", "in", (query) =>
      query
        .selectFrom("unpublished_videos")
        .innerJoin("videos as old", "old.id", "video_id")
        .select("video_id")
        .where("saved_at", "<", before)
        .where("old.deleted_at", "is", null)
        .limit(limit),
    )
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
