import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { type AttachmentKind, maxAttachments } from "./attachment-rules";

export interface AttachmentFacts {
  name: string;
  kind: AttachmentKind;
  bytes: number;
}

export const attachmentFacts = sql<AttachmentFacts[]>`ARRAY(
  SELECT jsonb_build_object('name', name, 'kind', kind, 'bytes', bytes) FROM video_attachments
  WHERE video_attachments.video_id = videos.id ORDER BY position)`;

/** With the id of each, for who may watch. */
export const attachmentsToDownload = sql<(AttachmentFacts & { id: string })[]>`ARRAY(
  SELECT jsonb_build_object('id', id, 'name', name, 'kind', kind, 'bytes', bytes) FROM video_attachments
  WHERE video_attachments.video_id = videos.id ORDER BY position)`;

/** The caller must have checked that it is the creator's own. */
export async function listAttachments(db: Db, videoId: string) {
  const rows = await db
    .selectFrom("video_attachments")
    .select(["id", "name", "kind", "bytes"])
    .where("video_id", "=", videoId)
    .orderBy("position")
    .limit(maxAttachments)
    .execute();
  return rows as (AttachmentFacts & { id: string })[];
}

/** The caller must have checked that the viewer may watch. */
export async function findAttachment(db: Db, { videoId, id }: { videoId: string; id: string }) {
  return db
    .selectFrom("video_attachments")
    .select(["name", "kind", "storage_key"])
    .where("video_id", "=", videoId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** As many as fit. Returns how many were added. */
export async function insertAttachments(
  trx: Db,
  videoId: string,
  files: readonly (AttachmentFacts & { key: string })[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    SELECT free.position FROM generate_series(1, ${maxAttachments}::integer) AS free (position)
    WHERE NOT EXISTS (SELECT FROM video_attachments
      WHERE video_id = ${videoId} AND video_attachments.position = free.position)
    ORDER BY free.position`.execute(trx);
  const added = files.slice(0, rows.length).map(({ name, kind, bytes, key }, at) => ({
    video_id: videoId,
    position: rows[at]?.position ?? 0,
    name,
    kind,
    bytes,
    storage_key: key,
    created_at: now,
  }));
  if (added.length > 0) await trx.insertInto("video_attachments").values(added).execute();
  return added.length;
}

export async function renameAttachment(
  trx: Db,
  { videoId, id, name }: { videoId: string; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("video_attachments")
    .set({ name })
    .where("video_id", "=", videoId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One file, or all; the stored objects are removed. Returns how many. */
export async function dropAttachments(
  trx: Db,
  { videoId, id }: { videoId: string; id?: string },
): Promise<number> {
  const ofVideo = trx.deleteFrom("video_attachments").where("video_id", "=", videoId);
  const dropped = await (id ? ofVideo.where("id", "=", id) : ofVideo).returning("storage_key").execute();
  for (const { storage_key: key } of dropped) await addJob(trx, "remove-replaced-file", { key });
  return dropped.length;
}

export async function isAttachmentNamed(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("video_attachments")
    .select("id")
    .where("storage_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}
