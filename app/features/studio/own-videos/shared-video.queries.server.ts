import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";

/** Returns a creator's own video as it is shared; undefined if it is not theirs, or has no public page. */
export async function findSharedVideo(
  db: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "thumbnail_url", "outcomes", "preview_status"])
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(inShop)
    .executeTakeFirst();
}
