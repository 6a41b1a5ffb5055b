import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { StreamProgress } from "./stream-status";

/** Notes which place at the streaming service a video's file goes to, before a byte of it has come. */
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

/**
 * Finds a stream by the service's name for it and holds its video: whoever publishes, closes or deletes it waits.
 * `byBrowser` says that a browser sends the file there itself: then only the service knows when it is whole.
 */
export async function lockStream(db: Db, uid: string) {
  const video = await db
    .selectFrom("videos")
    .select(["id", "deleted_at", "published_at"])
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
    /** Dropped before it was published: it can only be removed. */
    closed: video.deleted_at !== null && video.published_at === null,
    progress: { state, percent, failure, failureCode, hasMp4 } satisfies StreamProgress,
    mp4Asked: stream.mp4_asked,
    begunAt: stream.begun_at,
    sentAt: stream.sent_at,
    byBrowser: Boolean(stream.by_browser),
  };
}

/** Writes how far a stream is. Once it is sent, its upload is no longer one to go on with. */
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
      checked_at: stream.checkedAt,
      check_at: stream.checkAt,
    })
    .where("video_id", "=", videoId)
    .execute();
  if (stream.sentAt) await db.deleteFrom("resumable_uploads").where("video_id", "=", videoId).execute();
}

/** A file that this server relayed is wholly there: its place in our own store, if it had one, is given up. */
export async function leaveStore(db: Db, videoId: string): Promise<void> {
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

/** Nothing more is to be learnt of a stream. */
export async function stopChecking(db: Db, videoId: string): Promise<void> {
  await db.updateTable("video_streams").set({ check_at: null }).where("video_id", "=", videoId).execute();
}

/**
 * Takes the streams whose check is due, the longest due first, and puts it off: of several processes each stream has
 * one that asks, and what a killed one took comes up again.
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
