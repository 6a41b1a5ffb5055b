import { selectShopCards } from "~/features/shop/catalog/shop-videos.queries.server";
import { hasAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Db } from "~/platform/db.server";

/** Lists what else a creator has for sale that a viewer has no access to, the most sold first. */
export async function listOthersByCreator(
  db: Db,
  {
    creatorId,
    videoId,
    viewerId,
    most,
  }: { creatorId: string; videoId: string; viewerId: string; most: number },
) {
  return selectShopCards(db)
    .where("videos.creator_id", "=", creatorId)
    .where("videos.id", "!=", videoId)
    .where(({ not }) => not(hasAccess(viewerId)))
    .orderBy("videos.sales_count", "desc")
    .orderBy("videos.created_at", "desc")
    .limit(most)
    .execute();
}
