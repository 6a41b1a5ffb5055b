import { sql } from "kysely";
import { type ShopCardRow, selectShopCards } from "~/features/shop/catalog/shop-videos.queries.server";
import { type BuyersReview, selectBuyersReview } from "~/features/shop/reviews/reviews.queries.server";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Db } from "~/platform/db.server";

/** Without times, which would be texts in JSON, and what no page shows. */
export type OtherVideo = Omit<ShopCardRow, "created_at" | "creator_id">;

interface Asked {
  videoId: string;
  creatorId: string;
  viewerId: string;
  most: number;
}

/**
 * Finds a viewer's own review (`findBuyersReview`), and what else the creator has for sale that the viewer has no
 * access to, most sold first.
 */
export async function findEndOfVideo(
  db: Db,
  { videoId, creatorId, viewerId, most }: Asked,
): Promise<{ own: BuyersReview | undefined; others: OtherVideo[] }> {
  const own = selectBuyersReview(db, { videoId, userId: viewerId });
  const others = selectShopCards(db)
    .where("videos.creator_id", "=", creatorId)
    .where("videos.id", "!=", videoId)
    .where(({ not }) => not(hasAccess(viewerId)))
    .orderBy("videos.sales_count", "desc")
    .orderBy("videos.created_at", "desc")
    .limit(most);
  const { rows } = await sql<{ own: BuyersReview | null; others: ShopCardRow[] }>`
    SELECT (SELECT row_to_json(own) FROM (${own}) AS own) AS own,
      (SELECT coalesce(json_agg(card), '[]') FROM (${others}) AS card) AS others`.execute(db);
  const [row] = rows;
  return {
    own: row?.own ?? undefined,
    others: (row?.others ?? []).map(({ creator_id: _, created_at: __, ...card }) => card),
  };
}
