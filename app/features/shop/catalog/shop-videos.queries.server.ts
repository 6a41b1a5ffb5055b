import { type RawBuilder, sql } from "kysely";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import {
  cardColumns,
  cardText,
  type VideoCardRow,
  videosPerPage,
} from "~/features/videos/pictures/video-cards.queries.server";
import { foldText } from "~/i18n/accents";
import type { Db } from "~/platform/db.server";
import type { Page } from "~/platform/keyset";
import {
  decideTitleSearch,
  type KnownWord,
  keepWords,
  requiredWords,
  type SearchTerm,
  shownWords,
} from "./search-suggestions";
import { minBestsellerSales } from "./shelf-rules";
import { formatShopCursor, type ShopCursor } from "./shop-cursor.server";
import { courseTopic, type Sort } from "./shop-filters";

export interface ShopCardRow extends VideoCardRow {
  creator_id: string;
  creator_name: string;
  portrait_key: string | null;
  review_count: number;
  rating_total: number;
  spoken_language: SpokenLanguage | null;
  /** The searched text is not in the title. */
  elsewhere?: true;
}

interface ShopQuery {
  search?: string;
  /** A slug, or `courseTopic`. */
  topic?: string;
  maxPriceCents?: number | undefined;
  creatorId?: string;
  /** Only bestsellers. */
  sold?: boolean;
}

/** Each has an index; ties by time. `rating_rank`: see show-related.server.ts. */
const sortKeys: Record<Exclude<Sort, "newest">, RawBuilder<number>> = {
  bestsellers: sql`videos.sales_count`,
  rating: sql`videos.rating_rank`,
  "price-up": sql`(-videos.price_cents)`,
  "price-down": sql`videos.price_cents`,
};

/** Without an order. */
export function selectShopCards(db: Db) {
  return db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select([...cardColumns, cardText, "videos.creator_id"])
    .select(["review_count", "rating_total", "spoken_language"])
    .select(["creator_profiles.full_name as creator_name", "creator_profiles.portrait_key"])
    .where(inShop);
}

function narrow(db: Db, { topic, maxPriceCents, creatorId, sold }: Omit<ShopQuery, "search">) {
  let query = selectShopCards(db);
  if (topic === courseTopic) query = query.where("lesson_count", "is not", null);
  else if (topic) query = query.where("videos.topic_slug", "=", topic);
  // Only prices in reais can be compared with one in reais.
  if (maxPriceCents !== undefined)
    query = query.where("videos.price_cents", "<=", maxPriceCents).where("videos.currency", "=", "BRL");
  if (creatorId) query = query.where("videos.creator_id", "=", creatorId);
  if (sold) query = query.where("videos.sales_count", ">=", minBestsellerSales);
  return query;
}

interface ShopPageQuery extends ShopQuery {
  sort?: Sort;
  after?: ShopCursor | undefined;
  limit?: number;
  /** Without a search, this person's own and bought videos come last. */
  viewerId?: string | undefined;
}

/** Two sorted groups: title matches, then others; without a search, videos to buy, then the viewer's. */
export async function listShopVideos(
  db: Db,
  { sort = "newest", after, limit = videosPerPage, search, viewerId, ...narrowing }: ShopPageQuery,
): Promise<Page<ShopCardRow>> {
  const key = sort === "newest" ? undefined : sortKeys[sort];
  const list = (matches: RawBuilder<boolean> | undefined, from: ShopCursor | undefined, most: number) => {
    let query = narrow(db, narrowing)
      .$if(key !== undefined, (qb) => qb.select(sql<number>`${key}`.as("sort_key")))
      .$if(key !== undefined, (qb) => qb.orderBy(sql`${key}`, "desc"))
      .orderBy("videos.created_at", "desc")
      .orderBy("videos.id", "desc")
      .limit(most);
    if (matches) query = query.where(matches);
    if (from) {
      const place = sql`${from.createdAt}::timestamptz, ${from.id}::uuid`;
      query = query.where(
        key === undefined
          ? sql<boolean>`(videos.created_at, videos.id) < (${place})`
          : sql<boolean>`(${key}, videos.created_at, videos.id) < (${from.key ?? 0}, ${place})`,
      );
    }
    return query.execute();
  };
  const [first, second] = decideGroups(search, viewerId);
  const pastFirst = second !== undefined && after?.second === true;
  const fetched: (ShopCardRow & { sort_key?: number })[] = pastFirst
    ? []
    : await list(first, after, limit + 1);
  const ofFirst = fetched.length;
  if (second && ofFirst <= limit) {
    const others = await list(second, pastFirst ? after : undefined, limit + 1 - ofFirst);
    fetched.push(...others.map((row) => (search ? { ...row, elsewhere: true as const } : row)));
  }
  const rows = fetched.slice(0, limit).map(({ sort_key: _, ...row }) => row);
  const last = fetched.length > limit ? fetched[limit - 1] : undefined;
  if (!last) return { rows, next: undefined };
  const next = formatShopCursor(sort, {
    createdAt: last.created_at,
    id: last.id,
    ...(key !== undefined && { key: Number(last.sort_key) }),
    ...(limit > ofFirst && { second: true }),
  });
  return { rows, next };
}

/** One group without a search and a viewer. */
function decideGroups(
  search: string | undefined,
  viewerId: string | undefined,
): [RawBuilder<boolean> | undefined, RawBuilder<boolean> | undefined] {
  if (search) return [titleHas(search), matchesElsewhere(search)];
  if (!viewerId) return [undefined, undefined];
  const owned = sql<boolean>`(videos.creator_id = ${viewerId} OR ${hasAccess(viewerId)})`;
  return [sql<boolean>`NOT ${owned}`, owned];
}

// Videos in which creators' names are searched.
const maxNamedVideos = 200;

/** Creators with videos for sale and a word of whose name begins with the text. */
export async function listCreatorsByName(
  db: Db,
  text: string,
  limit: number,
): Promise<{ full_name: string; handle: string }[]> {
  const { rows } = await sql<{ full_name: string; handle: string }>`
    SELECT DISTINCT full_name, handle FROM (
      SELECT creator_id FROM videos
      WHERE creator_plain LIKE like_part(' ' || plain(${text})) AND ${inShop} LIMIT ${maxNamedVideos}
    ) AS named JOIN creator_profiles ON user_id = creator_id
    WHERE handle IS NOT NULL ORDER BY full_name LIMIT ${limit}`.execute(db);
  return rows;
}

const maxNearWords = 4;

interface NearestVideos {
  rows: ShopCardRow[];
  /** The replaced words. */
  words: string[];
}

/** If a search finds nothing: the newest videos with all words of `keepWords`, else with any. */
export async function listNearestVideos(
  db: Db,
  terms: readonly SearchTerm[],
  narrowing: Omit<ShopQuery, "search">,
): Promise<NearestVideos> {
  const none = { rows: [], words: [] };
  if (terms.length === 0) return none;
  const folded = terms.map((term) => term.folded);
  const { rows: known } = await sql<KnownWord>`
    SELECT shop_has(search_query(ARRAY[word])) AS "inShop",
      ARRAY(SELECT near_words(word, ${maxNearWords}) WHERE char_length(word) >= 3 AND word !~ '^[0-9]+$') AS near
    FROM unnest(${folded}::text[]) WITH ORDINALITY AS typed (word, place) ORDER BY place`.execute(db);
  const kept = keepWords(terms, known);
  if (kept.length === 0) return none;
  const list = (conditions: RawBuilder<boolean>[]) => {
    let query = narrow(db, narrowing).orderBy("videos.created_at", "desc").orderBy("videos.id", "desc");
    for (const condition of conditions) query = query.where(condition);
    return query.limit(videosPerPage).execute();
  };
  const all = await list(kept.map(({ alternatives }) => hasOneOf(alternatives)));
  const rows = all.length > 0 ? all : await list([hasOneOf(kept.flatMap((word) => word.alternatives))]);
  return { rows, words: shownWords(kept, rows) };
}

/** Has all words, but not the text in its title. Undefined for a search of titles only. */
function matchesElsewhere(text: string): RawBuilder<boolean> | undefined {
  const words = requiredWords(text);
  return words.length === 0 ? undefined : sql`(${hasAllOf(words)} AND (${titleHas(text)}) IS NOT TRUE)`;
}

/**
 * Ignores case and accents. `strpos` instead of LIKE beside the grams: LIKE makes the planner count the same rarity
 * twice, and leave the walk for too large a heap.
 */
export function titleHas(text: string): RawBuilder<boolean> {
  const plain = sql`plain(${text})`;
  if (decideTitleSearch(text) === "trigrams") return sql`title_plain LIKE like_part(${plain})`;
  const hasGrams = sql<boolean>`title_grams @> search_grams(${plain})`;
  // One or two plain characters are one gram: the index alone decides.
  if (/^[ -~]{1,2}$/.test(foldText(text))) return hasGrams;
  return sql`(${hasGrams} AND strpos(title_plain, ${plain}) > 0)`;
}

/** Words of three letters or more also match the beginning of a word. */
function hasAllOf(words: readonly string[]): RawBuilder<boolean> {
  return sql`search_words @@ search_query(${[...words]}::text[])`;
}

export function hasOneOf(words: readonly string[]): RawBuilder<boolean> {
  return sql`search_words @@ (${sql.join(
    words.map((word) => sql`search_query(${[word]}::text[])`),
    sql` || `,
  )})`;
}
