import { sql } from "kysely";
import type { StreamDownloads } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { notSentCode, type StreamProgress } from "./stream-status";

/** Where a browser sends the file, recorded before the first byte. */
export async function insertStream(
  db: Db,
  { videoId, uid, now, checkAt }: { videoId: string; uid: string; now: Date; checkAt: Date | null },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ cloudflare_video_id: uid })
    .where("id", "=", videoId)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("video_streams")
    .values({ video_id: videoId, begun_at: now, check_at: checkAt })
    .execute();
}

/** The file is stored and has to be sent to the streaming service. */
export async function insertStoredStream(
  db: Db,
  { videoId, now }: { videoId: string; now: Date },
): Promise<void> {
  await db.insertInto("video_streams").values({ video_id: videoId, begun_at: now, sent_at: now }).execute();
}

/** With the address it is being sent to; undefined once it was sent, or when its video was deleted. */
export async function findUnsentFile(db: Db, videoId: string) {
  const row = await db
    .selectFrom("videos")
    .innerJoin("video_streams", "video_streams.video_id", "videos.id")
    .select(["creator_id", "file_name", "video_url", "cloudflare_video_id", "upload_url", "begun_at"])
    .where("id", "=", videoId)
    .where("deleted_at", "is", null)
    .where(unsent())
    .executeTakeFirst();
  if (!row?.video_url) return undefined;
  const { cloudflare_video_id: uid, upload_url: uploadUrl } = row;
  return {
    creatorId: row.creator_id,
    name: row.file_name ?? "",
    key: row.video_url,
    since: row.begun_at,
    place: uid && uploadUrl ? { uid, uploadUrl } : undefined,
  };
}

function unsent() {
  return sql<boolean>`(cloudflare_video_id IS NULL OR upload_url IS NOT NULL)`;
}

/** Returns false, changing nothing, if it has one or its video was deleted. */
export async function notePlace(
  trx: Db,
  { videoId, uid, uploadUrl }: { videoId: string; uid: string; uploadUrl: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("videos")
    .set({ cloudflare_video_id: uid })
    .where("id", "=", videoId)
    .where("deleted_at", "is", null)
    .where("cloudflare_video_id", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable("video_streams")
    .set({ upload_url: uploadUrl })
    .where("video_id", "=", videoId)
    .execute();
  return true;
}

/** It accepts nothing any more. */
export async function forgetPlace(
  trx: Db,
  { videoId, uid }: { videoId: string; uid: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("videos")
    .set({ cloudflare_video_id: null })
    .where("id", "=", videoId)
    .where("cloudflare_video_id", "=", uid)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx.updateTable("video_streams").set({ upload_url: null }).where("video_id", "=", videoId).execute();
}

/** Forgets earlier failures to send it. Returns false if its video was deleted. */
export async function noteSent(
  trx: Db,
  { videoId, uid, now, checkAt }: { videoId: string; uid: string; now: Date; checkAt: Date | null },
): Promise<boolean> {
  const video = await trx
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("cloudflare_video_id", "=", uid)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!video) return false;
  await trx
    .updateTable("video_streams")
    .set({ upload_url: null, sent_at: now, check_at: checkAt })
    .where("video_id", "=", videoId)
    .where("upload_url", "is not", null)
    .execute();
  await trx
    .updateTable("video_streams")
    .set({ state: "waiting", failure: null, failure_code: null })
    .where("video_id", "=", videoId)
    .where("failure_code", "=", notSentCode)
    .execute();
  return true;
}

export async function noteNotSent(db: Db, videoId: string, reason: string): Promise<void> {
  await db
    .updateTable("video_streams")
    .set({ state: "failed", failure: reason.slice(0, 500) || "no reason given", failure_code: notSentCode })
    .where("video_id", "=", videoId)
    .where("state", "in", ["waiting", "failed"])
    .execute();
}

/**
 * Locks the video. `byBrowser`: only the service knows when the file is complete. `storedKey`: our store has the file
 * too.
 */
export async function lockStream(db: Db, uid: string) {
  const video = await db
    .selectFrom("videos")
    .select(["id", "deleted_at", "published_at", "video_url"])
    .where("cloudflare_video_id", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  if (!video) return undefined;
  const stream = await db
    .selectFrom("video_streams")
    .select(["state", "percent", "failure", "failure_code", "has_mp4", "mp4_asked", "begun_at", "sent_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("resumable_uploads")
          .select("resumable_uploads.video_id")
          .whereRef("resumable_uploads.video_id", "=", "video_streams.video_id"),
      ).as("by_browser"),
    )
    .where("video_id", "=", video.id)
    .forUpdate("video_streams")
    .executeTakeFirst();
  if (!stream) return undefined;
  const { state, percent, failure, failure_code: failureCode, has_mp4: hasMp4 } = stream;
  return {
    videoId: video.id,
    storedKey: video.video_url,
    /** Deleted before it was published: it can only be removed. */
    closed: video.deleted_at !== null && video.published_at === null,
    progress: { state, percent, failure, failureCode, hasMp4 } satisfies StreamProgress,
    mp4Asked: stream.mp4_asked,
    begunAt: stream.begun_at,
    sentAt: stream.sent_at,
    byBrowser: Boolean(stream.by_browser),
  };
}

/** Once the file is sent, its upload cannot be resumed any more. */
export async function updateStream(
  db: Db,
  videoId: string,
  stream: StreamProgress & { sentAt: Date | null; checkedAt: Date; checkAt: Date | null },
): Promise<void> {
  const { state, percent, failure, failureCode, hasMp4 } = stream;
  await db
    .updateTable("video_streams")
    .set({
      state,
      percent,
      failure,
      failure_code: failureCode,
      has_mp4: hasMp4,
      sent_at: stream.sentAt,
      ...(state === "waiting" ? {} : { upload_url: null }),
      checked_at: stream.checkedAt,
      check_at: stream.checkAt,
    })
    .where("video_id", "=", videoId)
    .execute();
  // Of an unpublished video it stays: it says that its file is held.
  if (stream.sentAt)
    await db
      .deleteFrom("resumable_uploads")
      .where("video_id", "=", videoId)
      .where("is_held", "=", false)
      .execute();
}

/** The streaming service plays it. */
export async function forgetStoredFile(db: Db, videoId: string): Promise<void> {
  await db.updateTable("videos").set({ video_url: null }).where("id", "=", videoId).execute();
}

export async function noteMp4Asked(db: Db, videoId: string): Promise<void> {
  await db
    .updateTable("video_streams")
    .set({ mp4_asked: true })
    .where("video_id", "=", videoId)
    .where("state", "=", "ready")
    .execute();
}

export async function stopChecking(db: Db, videoId: string): Promise<void> {
  await db.updateTable("video_streams").set({ check_at: null }).where("video_id", "=", videoId).execute();
}

/**
 * The longest due first, by postponing the check: of several processes only one polls a stream, and what a killed
 * process claimed is polled again later.
 */
export async function claimDueStreams(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ videoId: string; uid: string }[]> {
  const { rows } = await sql<{ videoId: string; uid: string }>`
    WITH due AS (
      SELECT video_id FROM video_streams WHERE check_at <= ${now}
      ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE video_streams SET check_at = ${until} FROM due
      WHERE video_streams.video_id = due.video_id RETURNING video_streams.video_id
    )
    SELECT videos.id AS "videoId", cloudflare_video_id AS uid
    FROM claimed JOIN videos ON videos.id = claimed.video_id
    WHERE cloudflare_video_id IS NOT NULL`.execute(db);
  return rows;
}

/** Records the sizes of a stream's downloads. Those that are unknown stay as they were. */
export async function noteDownloads(db: Db, videoId: string, { mp4, sound }: StreamDownloads): Promise<void> {
  await db
    .updateTable("video_streams")
    .set({ ...(mp4 !== null && { mp4_bytes: mp4 }), ...(sound !== null && { sound_bytes: sound }) })
    .where("video_id", "=", videoId)
    .execute();
}
