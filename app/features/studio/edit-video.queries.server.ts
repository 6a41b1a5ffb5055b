import type { Db } from "~/platform/db.server";

/** One video, by the creator who may change it. Another's is not found. */
export interface OwnVideo {
  creatorId: string;
  videoId: string;
}

const editable = ["id", "title", "description", "price_cents", "currency", "thumbnail_url"] as const;

function selectEditable(db: Db, { creatorId, videoId }: OwnVideo) {
  return db
    .selectFrom("videos")
    .select(editable)
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null);
}

/** Finds one of a creator's own videos in the shop, as its form shows it. */
export async function findEditableVideo(db: Db, own: OwnVideo) {
  return selectEditable(db, own).executeTakeFirst();
}

/** As `findEditableVideo`, but waits for whoever is changing or deleting it, and keeps others from it meanwhile. */
export async function lockEditableVideo(db: Db, own: OwnVideo) {
  return selectEditable(db, own).forUpdate().executeTakeFirst();
}

/** Writes what was changed; without a thumbnail's address the picture stays. Sales carry their own price. */
export async function updateVideoDetails(
  db: Db,
  { creatorId, videoId }: OwnVideo,
  details: { title: string; description: string; priceCents: number; thumbnailUrl?: string },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({
      title: details.title,
      description: details.description,
      price_cents: details.priceCents,
      ...(details.thumbnailUrl ? { thumbnail_url: details.thumbnailUrl } : {}),
    })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .execute();
}
