import { type RawBuilder, sql } from "kysely";
import {
  cardColumns,
  type VideoCardRow,
  videosPerPage,
} from "~/features/videos/cards/video-cards.queries.server";
import { inShop } from "~/features/videos/listing/for-sale.queries.server";
import type { Db } from "~/platform/db.server";
import type { Page } from "~/platform/keyset";
import { matchedWords } from "./search-text";
import { formatShopCursor, type ShopCursor } from "./shop-cursor.server";
import type { Sort } from "./shop-filters";
import { hasOneOf, matchesSearch } from "./title-search.queries.server";

export interface ShopCardRow extends VideoCardRow {
  creator_id: string;
  creator_name: string;
  portrait_key: string | null;
  review_count: number;
  rating_total: number;
}

/** What a list of the shop is narrowed by. Prices are in cents. */
export interface ShopQuery {
  search?: string;
  topic?: string;
  maxPriceCents?: number | undefined;
  creatorId?: string;
  /** Only what was sold at least once. */
  sold?: boolean;
}

/** What each order goes by before the time, each with an index of its own. */
const sortKeys: Record<Exclude<Sort, "newest">, RawBuilder<number>> = {
  bestsellers: sql`videos.sales_count`,
  rating: sql`videos.rating_rank`,
  "price-up": sql`(-videos.price_cents)`,
  "price-down": sql`videos.price_cents`,
};

/** Selects cards of what is for sale, in no order. */
export function selectShopCards(db: Db) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...cardColumns, "videos.creator_id"])
    .select(["review_count", "rating_total"])
    .select(["creator_profiles.full_name as creator_name", "creator_profiles.portrait_key"])
    .where(inShop);
}

function narrow(db: Db, { search, topic, maxPriceCents, creatorId, sold }: ShopQuery) {
  let query = selectShopCards(db);
  if (search) query = query.where(matchesSearch(search));
  if (topic) query = query.where("videos.topic_slug", "=", topic);
  // Only prices in reais can be compared with one in reais.
  if (maxPriceCents !== undefined)
    query = query.where("videos.price_cents", "<=", maxPriceCents).where("videos.currency", "=", "BRL");
  if (creatorId) query = query.where("videos.creator_id", "=", creatorId);
  if (sold) query = query.where("videos.sales_count", ">", 0);
  return query;
}

interface ShopPageQuery extends ShopQuery {
  sort?: Sort;
  after?: ShopCursor | undefined;
  /** How many videos at most; a page by default. */
  most?: number;
}

/** Lists a page of what is for sale, among equals the newest first (product.md, Marketplace). */
export async function listShopVideos(
  db: Db,
  { sort = "newest", after, most = videosPerPage, ...narrowing }: ShopPageQuery,
): Promise<Page<ShopCardRow>> {
  const key = sort === "newest" ? undefined : sortKeys[sort];
  let query = narrow(db, narrowing)
    .$if(key !== undefined, (qb) => qb.select(sql<number>`${key}`.as("sort_key")))
    .$if(key !== undefined, (qb) => qb.orderBy(sql`${key}`, "desc"))
    .orderBy("videos.created_at", "desc")
    .orderBy("videos.id", "desc")
    .limit(most + 1);
  if (after) {
    const place = sql`${after.createdAt}::timestamptz, ${after.id}::uuid`;
    query = query.where(
      key === undefined
        ? sql<boolean>`(videos.created_at, videos.id) < (${place})`
        : sql<boolean>`(${key}, videos.created_at, videos.id) < (${after.key ?? 0}, ${place})`,
    );
  }
  const fetched = await query.execute();
  const rows = fetched.slice(0, most).map(({ sort_key: _, ...row }) => row);
  const last = fetched.length > most ? fetched[most - 1] : undefined;
  if (!last) return { rows, next: undefined };
  const cursor = { createdAt: last.created_at, id: last.id };
  const next = formatShopCursor(sort, key === undefined ? cursor : { ...cursor, key: Number(last.sort_key) });
  return { rows, next };
}

/** So many words of the shop stand for one that was misspelt. */
const mostNearWords = 4;

/**
 * Lists the newest videos that are nearest to a search which found nothing, at most one page, and the words found in
 * them:
 * videos with every word of the search, each as typed or similar, otherwise videos with any of them. `words` come from
 * `searchWords`.
 */
export async function listNearestVideos(
  db: Db,
  words: readonly string[],
  narrowing: Omit<ShopQuery, "search">,
): Promise<{ rows: ShopCardRow[]; words: string[] }> {
  const alike = await Promise.all(
    words.map(async (word) => {
      const { rows } = await sql<{ word: string }>`
        SELECT word FROM near_words(${word}, ${mostNearWords}) AS word`.execute(db);
      return [...new Set([word, ...rows.map((row) => row.word)])];
    }),
  );
  const known = alike.filter((group) => group.length > 1);
  if (known.length === 0 && words.length < 2) return { rows: [], words: [] };
  const list = (conditions: RawBuilder<boolean>[]) => {
    let query = narrow(db, narrowing).orderBy("videos.created_at", "desc").orderBy("videos.id", "desc");
    for (const condition of conditions) query = query.where(condition);
    return query.limit(videosPerPage).execute();
  };
  const all = await list(alike.map(hasOneOf));
  const rows = all.length > 0 ? all : await list([hasOneOf(alike.flat())]);
  return { rows, words: matchedWords(alike, rows) };
}
