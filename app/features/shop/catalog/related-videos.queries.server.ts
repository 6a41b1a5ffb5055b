import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { hasOneOf, type ShopCardRow, selectShopCards } from "./shop-videos.queries.server";

// Limits: newest buyers considered; purchases per buyer.
const maxBuyers = 200;
const maxPurchases = 20;

interface RelatedQuery {
  videoId: string;
  creatorId: string;
  topic: string | undefined;
  /** From `searchWords`. */
  words: readonly string[];
  limits: { byCreator: number; others: number };
}

/** `buyers`: how many of the video's newest buyers also bought this one; 0 for other kinds. */
type RelatedCard = ShopCardRow & { kind: "byCreator" | "together" | "byTopic" | "byWords"; buyers: number };

/** One statement for all kinds, newest first. The creator's newest include the video itself. */
export async function listRelatedCards(
  db: Db,
  { videoId, creatorId, topic, words, limits }: RelatedQuery,
): Promise<RelatedCard[]> {
  const kindOf = (kind: RelatedCard["kind"]) => sql<RelatedCard["kind"]>`${kind}::text`.as("kind");
  const none = sql<number>`0`.as("buyers");
  const newest = (query: ReturnType<typeof selectShopCards>, limit: number) =>
    query.orderBy("videos.created_at", "desc").orderBy("videos.id", "desc").limit(limit);
  let all = db
    .selectFrom(
      newest(selectShopCards(db).where("videos.creator_id", "=", creatorId), limits.byCreator).as("card"),
    )
    .selectAll()
    .select([none, kindOf("byCreator")])
    .unionAll(
      db
        .selectFrom(selectBoughtTogether(db, videoId, limits.others).as("card"))
        .selectAll()
        .select(kindOf("together")),
    );
  const also = (query: ReturnType<typeof selectShopCards>, kind: RelatedCard["kind"]) => {
    all = all.unionAll(
      db
        .selectFrom(newest(query, limits.others).as("card"))
        .selectAll()
        .select([none, kindOf(kind)]),
    );
  };
  if (topic) also(selectShopCards(db).where("videos.topic_slug", "=", topic), "byTopic");
  if (words.length > 0) also(selectShopCards(db).where(hasOneOf(words)), "byWords");
  return all.orderBy("created_at", "desc").orderBy("id", "desc").execute();
}

function selectBoughtTogether(db: Db, videoId: string, limit: number) {
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
    GROUP BY other.video_id ORDER BY buyers DESC, other.video_id LIMIT ${limit})`.as<"together">(
    sql.ref("together"),
  );
  return selectShopCards(db)
    .innerJoin(together, (join) => join.onRef("together.video_id", "=", "videos.id"))
    .select("together.buyers");
}
