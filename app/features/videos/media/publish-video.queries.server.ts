import { sql } from "kysely";
import { listThumbnailFiles } from "~/features/videos/pictures/thumbnail.server";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";

/**
 * From now on it is in the shop, as the newest. Returns whether this call published it; a closed one stays closed,
 * and one whose creator has not pressed "Publicar" is held.
 */
export async function publishUpload(
  trx: Db,
  { videoId, now }: { videoId: string; now: Date },
): Promise<boolean> {
  const published = await trx
    .updateTable("videos")
    .set({ published_at: now, created_at: now })
    .where("id", "=", videoId)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM resumable_uploads WHERE video_id = videos.id AND is_held)`)
    .returning("thumbnail_url")
    .executeTakeFirst();
  if (!published) return false;
  await forgetUnpublished(trx, { videoId, cover: published.thumbnail_url });
  return true;
}

/** Has the pictures but for the cover removed. */
async function forgetUnpublished(
  trx: Db,
  { videoId, cover }: { videoId: string; cover: string | null },
): Promise<void> {
  const unpublished = await trx
    .deleteFrom("unpublished_videos")
    .where("video_id", "=", videoId)
    .returning("pictures")
    .executeTakeFirst();
  await removePictures(trx, unpublished?.pictures.filter((url) => url !== cover) ?? []);
}

/** In milliseconds: a page that shows a picture may still ask for it. */
const shownMs = 60_000;

export async function removePictures(trx: Db, urls: readonly string[]): Promise<void> {
  const runAt = new Date(Date.now() + shownMs);
  for (const key of urls.flatMap(listThumbnailFiles))
    await addJob(trx, "remove-replaced-file", { key }, { runAt });
}
