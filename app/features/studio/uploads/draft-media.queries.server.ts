import type { StoredTrailer } from "~/features/videos/media/preview-columns";
import { listThumbnailFiles } from "~/features/videos/pictures/thumbnail.server";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";

interface OwnDraft {
  creatorId: string;
  draftId: string;
}

/** The columns of a draft that name its picture and its trailer. */
const mediaColumns = ["thumbnail_url", "trailer_key", "trailer_name", "trailer_seconds"] as const;

export interface MediaRow {
  thumbnail_url: string | null;
  trailer_key: string | null;
  trailer_name: string | null;
  trailer_seconds: number | null;
}

/** Finds the picture and the trailer of one of a creator's own drafts. */
export async function findDraftMedia(
  db: Db,
  { creatorId, draftId }: OwnDraft,
): Promise<{ thumbnailUrl: string | null; trailer: StoredTrailer | undefined } | undefined> {
  const row = await db
    .selectFrom("video_drafts")
    .select(mediaColumns)
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .executeTakeFirst();
  return row && { thumbnailUrl: row.thumbnail_url, trailer: trailerOf(row) };
}

function trailerOf({ trailer_key: key, trailer_seconds: seconds }: MediaRow): StoredTrailer | undefined {
  if (!key) return undefined;
  return seconds === null ? { key } : { key, ready: { seconds } };
}

/**
 * Stores which picture or trailer a draft has, and has the one before removed. Returns false if the draft does not
 * exist any more.
 */
export async function setDraftMedia(
  trx: Db,
  { creatorId, draftId, now, ...media }: OwnDraft & Partial<MediaRow> & { now: Date },
): Promise<boolean> {
  const before = await trx
    .selectFrom("video_drafts")
    .select(mediaColumns)
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return false;
  await trx
    .updateTable("video_drafts")
    .set({ ...media, saved_at: now })
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .execute();
  await removeDraftMedia(trx, {
    ...before,
    thumbnail_url: "thumbnail_url" in media ? before.thumbnail_url : null,
    trailer_key: "trailer_key" in media ? before.trailer_key : null,
  });
  return true;
}

/** How long a page that shows a draft's picture may still ask for it, in milliseconds. */
const shownMs = 60_000;

/**
 * Queues the removal of a deleted draft's picture and trailer, a minute after the commit. A published video keeps its
 * trailer.
 */
export async function removeDraftMedia(
  trx: Db,
  { thumbnail_url: url, trailer_key: trailer }: Pick<MediaRow, "thumbnail_url" | "trailer_key">,
): Promise<void> {
  const runAt = new Date(Date.now() + shownMs);
  for (const key of url ? listThumbnailFiles(url) : [])
    await addJob(trx, "remove-replaced-file", { key }, { runAt });
  if (trailer) await addJob(trx, "remove-unused-trailer", { key: trailer });
}

/** Lists the storage keys of the pictures and trailers of all drafts of a creator, `maxDrafts` at most. */
export async function listDraftFiles(db: Db, creatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("video_drafts")
    .select(["thumbnail_url", "trailer_key"])
    .where("creator_id", "=", creatorId)
    .execute();
  return rows.flatMap(({ thumbnail_url: url, trailer_key: trailer }) => [
    ...(url ? listThumbnailFiles(url) : []),
    ...(trailer ? [trailer] : []),
  ]);
}
