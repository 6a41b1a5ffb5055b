import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { PreviewColumns } from "./preview-columns";

const files = ["preview_key", "preview_source", "preview_clip"] as const;

/** If one waits; in the transaction that publishes or changes it. */
export async function queuePreview(db: Db, videoId: string, runAt?: Date): Promise<void> {
  const video = await db
    .selectFrom("videos")
    .select("preview_key")
    .where("id", "=", videoId)
    .where("preview_status", "=", "waiting")
    .where("published_at", "is not", null)
    .executeTakeFirst();
  if (!video?.preview_key) return;
  const payload = { videoId, key: video.preview_key };
  await addJob(db, "make-preview", payload, {
    key: `preview:${videoId}`,
    ...(runAt ? { runAt } : {}),
  });
}

/** Has it made, and the files of the one before removed. */
export async function changePreview(trx: Db, videoId: string, columns: PreviewColumns): Promise<void> {
  const before = await trx.selectFrom("videos").select(files).where("id", "=", videoId).executeTakeFirst();
  await trx.updateTable("videos").set(columns).where("id", "=", videoId).execute();
  const keptKeys = new Set([columns.preview_key, columns.preview_source]);
  for (const key of [before?.preview_key, before?.preview_source])
    if (key && !keptKeys.has(key)) await addJob(trx, "remove-replaced-file", { key });
  if (before?.preview_clip) await addJob(trx, "remove-clip", { uid: before.preview_clip });
  await queuePreview(trx, videoId);
}

export async function dropPreview(trx: Db, videoId: string): Promise<void> {
  const before = await trx
    .selectFrom("videos")
    .select(files)
    .where("id", "=", videoId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  await trx
    .updateTable("videos")
    .set({
      preview_kind: null,
      preview_status: null,
      preview_key: null,
      preview_source: null,
      preview_length: null,
      preview_youtube_id: null,
      preview_clip: null,
    })
    .where("id", "=", videoId)
    .execute();
  for (const key of [before.preview_key, before.preview_source])
    if (key) await addJob(trx, "remove-replaced-file", { key });
  if (before.preview_clip) await addJob(trx, "remove-clip", { uid: before.preview_clip });
}

const making = [
  ...files,
  "preview_kind",
  "preview_seconds",
  "preview_start",
  "preview_changed_at",
  "duration_seconds",
  "video_url",
  "cloudflare_video_id",
] as const;

export async function findWaitingPreview(db: Db, planned: { videoId: string; key: string }) {
  return selectWaiting(db, planned).executeTakeFirst();
}

export async function lockWaitingPreview(db: Db, planned: { videoId: string; key: string }) {
  return selectWaiting(db, planned).forUpdate().executeTakeFirst();
}

function selectWaiting(db: Db, { videoId, key }: { videoId: string; key: string }) {
  return db
    .selectFrom("videos")
    .select(making)
    .where("id", "=", videoId)
    .where("preview_key", "=", key)
    .where("preview_status", "=", "waiting")
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null);
}

export async function isPreviewReady(db: Db, { videoId, key }: { videoId: string; key: string }) {
  const row = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("preview_key", "=", key)
    .where("preview_status", "=", "ready")
    .executeTakeFirst();
  return row !== undefined;
}

/** `failed` and `unavailable` leave the page with the picture alone. */
export async function endPreview(
  trx: Db,
  videoId: string,
  end: { status: "ready"; seconds: number } | { status: "failed" | "unavailable" },
): Promise<void> {
  const before = await trx
    .selectFrom("videos")
    .select(["preview_source", "preview_clip"])
    .where("id", "=", videoId)
    .executeTakeFirst();
  await trx
    .updateTable("videos")
    .set({
      preview_status: end.status,
      preview_length: end.status === "ready" ? Math.max(1, Math.round(end.seconds)) : null,
      preview_source: null,
      preview_clip: null,
    })
    .where("id", "=", videoId)
    .execute();
  if (before?.preview_source) await addJob(trx, "remove-replaced-file", { key: before.preview_source });
  if (before?.preview_clip) await addJob(trx, "remove-clip", { uid: before.preview_clip });
}

export async function noteClip(
  db: Db,
  planned: { videoId: string; key: string },
  uid: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ preview_clip: uid })
    .where("id", "=", planned.videoId)
    .where("preview_key", "=", planned.key)
    .where("preview_status", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** As a preview, as the trailer that it is made of, or by a draft. */
export async function isTrailerNamed(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM videos WHERE preview_source = ${key} OR preview_key = ${key}
      UNION ALL SELECT FROM video_drafts WHERE trailer_key = ${key}`.execute(db);
  return rows.length > 0;
}

/** A bounded number that have waited since a time; their jobs were given up. */
export async function requeueWaitingPreviews(
  db: Db,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<number> {
  const rows = await db
    .selectFrom("videos")
    .select("id")
    .where("preview_status", "=", "waiting")
    .where("published_at", "is not", null)
    .where("preview_changed_at", "<", since)
    .orderBy("preview_changed_at")
    .limit(limit)
    .execute();
  for (const { id } of rows) {
    await db.updateTable("videos").set({ preview_changed_at: now }).where("id", "=", id).execute();
    await queuePreview(db, id);
  }
  return rows.length;
}
