import { sql } from "kysely";
import { hasOneOf } from "~/features/shop/search/matches-search.queries.server";
import type { Db } from "~/platform/db.server";
import { selectShopCards } from "./shop-videos.queries.server";

/** Limits: buyers considered, newest first; purchases per buyer. */
const maxBuyers = 200;
const maxPurchases = 20;

/** Lists cards of what the newest buyers of a video also bought, each with how many of them did, in no order. */
export async function listBoughtTogether(db: Db, videoId: string, most: number) {
  const together = sql<{ video_id: string; buyers: number }>`(
    SELECT other.video_id, count(*)::int AS buyers
    FROM (
      SELECT consumer_id FROM sales WHERE video_id = ${videoId} AND status = 'completed'
      ORDER BY created_at DESC, id DESC LIMIT ${maxBuyers}
    ) buyer CROSS JOIN LATERAL (
      SELECT video_id FROM sales WHERE consumer_id = buyer.consumer_id AND status = 'completed'
        AND video_id <> ${videoId}
      ORDER BY created_at DESC, id DESC LIMIT ${maxPurchases}
    ) other
    GROUP BY other.video_id ORDER BY buyers DESC, other.video_id LIMIT ${most})`.as<"together">(
    sql.ref("together"),
  );
  return selectShopCards(db)
    .innerJoin(together, (join) => join.onRef("together.video_id", "=", "videos.id"))
    .select("together.buyers")
    .execute();
}

/** Lists the newest cards that have one of these words, which come from `searchWords`. */
export async function listCardsByWords(db: Db, words: readonly string[], most: number) {
  if (words.length === 0) return [];
  return selectShopCards(db)
    .where(hasOneOf(words))
    .orderBy("videos.created_at", "desc")
    .orderBy("videos.id", "desc")
    .limit(most)
    .execute();
}
