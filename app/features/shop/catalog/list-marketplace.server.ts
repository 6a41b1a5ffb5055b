import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import { listWatching } from "~/features/playback/access/watch-positions.queries.server";
import { listTopicsInShop } from "~/features/videos/listing/listing.queries.server";
import { languageName } from "~/features/videos/listing/spoken-language";
import { decidePlayingDoubt } from "~/features/videos/media/conversion";
import { listConversions } from "~/features/videos/media/conversions.queries.server";
import { serverTexts } from "~/i18n/i18next.server";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Page } from "~/platform/keyset";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { addressKey, type LimitResult, type LimitRule, type RateLimits } from "~/platform/try-counter.server";
import { decideSuggestions, maxSuggestions, type Suggestion, searchTerms } from "./search-suggestions";
import { chooseShelves, maxShelf, shelfCandidates, shelfPrice } from "./shelf-rules";
import { parseShopCursor } from "./shop-cursor.server";
import { courseTopic, isFiltered, readMaxPrice, type ShopFilters } from "./shop-filters";
import {
  listCreatorsByName,
  listNearestVideos,
  listShopVideos,
  type ShopCardRow,
} from "./shop-videos.queries.server";
import type { Offer, ShelfVideo, ShopShelves, ShopTopic, ShopVideo } from "./video-page";

type Needs = Pick<Services, "db" | "clock">;
type Viewer = { userId: string } | undefined;

export interface Marketplace {
  videos: ShopVideo[];
  next: string | undefined;
  /** Set if nothing matches the filters. */
  offer: Offer | undefined;
  /** Only on the first page of the unfiltered list. */
  shelves: ShopShelves | undefined;
}

export const emptyMarketplace: Marketplace = {
  videos: [],
  next: undefined,
  offer: undefined,
  shelves: undefined,
};

// Reads more than it offers, because the viewer may have some.
const offered = { shown: 4, read: 12 };

/** Falls back to the nearest titles, then to the bestsellers. Ignores an invalid price. */
export async function listMarketplace(
  services: Needs,
  viewer: Viewer,
  filters: ShopFilters,
  after: string | null,
  locale: Locale = defaultLocale,
): Promise<Marketplace> {
  const { db } = services;
  const { search, topic, sort, maxPrice } = filters;
  const narrowing = { topic, maxPriceCents: readMaxPrice(maxPrice).cents };
  const cursor = parseShopCursor(after, sort);
  const viewerId = viewer?.userId;
  const page = await listShopVideos(db, { ...narrowing, search, sort, after: cursor, viewerId });
  if (page.rows.length === 0 && isFiltered(filters) && cursor === undefined)
    return offerOthers(services, viewer, { search, narrowing }, locale);
  const shelved = isFiltered(filters) || cursor ? undefined : await readShelves(db, viewer, page);
  const shelfRows = shelved ? [...shelved.courses, ...shelved.bestsellers, ...shelved.cheap] : [];
  const { videos, others } = await showVideos(services, viewer, page.rows, locale, shelfRows);
  const cards = new Map(others.map((card) => [card.id, card]));
  const cardOf = ({ id }: { id: string }) => cards.get(id) as ShelfVideo;
  return {
    videos,
    next: page.next,
    offer: undefined,
    shelves: shelved && {
      watching: shelved.watching.map(({ created_at: _, ...video }) => video),
      courses: shelved.courses.map(cardOf),
      bestsellers: shelved.bestsellers.map((video) => ({ ...cardOf(video), place: video.place })),
      cheap: shelved.cheap.map(cardOf),
    },
  };
}

/** Bestsellers and cheap videos only if the page does not list the whole shop. */
async function readShelves(db: Services["db"], viewer: Viewer, page: Page<ShopCardRow>) {
  const none = { rows: [] };
  const viewerId = viewer?.userId;
  const after = parseShopCursor(page.next ?? null, "newest");
  const [watching, courses, bestsellers, cheap] = await Promise.all([
    viewer ? listWatching(db, viewer.userId, maxShelf.watching) : [],
    listShopVideos(db, { topic: courseTopic, limit: maxShelf.courses, viewerId }),
    page.next
      ? listShopVideos(db, { sort: "bestsellers", limit: shelfCandidates.bestsellers, sold: true })
      : none,
    page.next
      ? listShopVideos(db, { maxPriceCents: shelfPrice.cents, limit: shelfCandidates.cheap, after, viewerId })
      : none,
  ]);
  const chosen = chooseShelves([...page.rows, ...watching, ...courses.rows], {
    bestsellers: bestsellers.rows,
    cheap: cheap.rows,
  });
  return { watching, courses: courses.rows, ...chosen };
}

/** Titles near the search, else bestsellers, else the newest videos. */
async function offerOthers(
  services: Needs,
  viewer: Viewer,
  { search, narrowing }: { search: string; narrowing: { topic: string; maxPriceCents: number | undefined } },
  locale: Locale,
): Promise<Marketplace> {
  const { db } = services;
  const near = search ? await listNearestVideos(db, searchTerms(search), narrowing) : undefined;
  if (near && near.rows.length > 0) {
    const offer = { kind: "nearest", words: near.words } as const;
    return showOffer(services, viewer, near.rows, offer, locale);
  }
  const sold = await listShopVideos(db, { sort: "bestsellers", sold: true, limit: offered.read });
  const kind = sold.rows.length > 0 ? "bestsellers" : "newest";
  const { rows } = kind === "newest" ? await listShopVideos(db, { limit: offered.read }) : sold;
  const all = await showOffer(services, viewer, rows, { kind }, locale);
  const free = all.videos.filter(({ step }) => step !== "bought" && step !== "own");
  return { ...all, videos: (free.length > 0 ? free : all.videos).slice(0, offered.shown) };
}

async function showOffer(
  services: Needs,
  viewer: Viewer,
  rows: readonly ShopCardRow[],
  offer: Offer,
  locale: Locale,
): Promise<Marketplace> {
  const { videos } = await showVideos(services, viewer, rows, locale);
  return { videos, next: undefined, offer, shelves: undefined };
}

/** `others`: without a note on playback. */
async function showVideos(
  services: Needs,
  viewer: Viewer,
  rows: readonly ShopCardRow[],
  locale: Locale,
  otherRows: readonly ShopCardRow[] = [],
): Promise<{ videos: ShopVideo[]; others: ShelfVideo[] }> {
  const ids = rows.map(({ id }) => id);
  const [cards, conversions] = await Promise.all([
    showCards(services, viewer, [...rows, ...otherRows], locale),
    listConversions(services.db, ids),
  ]);
  const videos = cards.slice(0, rows.length).map((video) => ({
    ...video,
    inDoubt: decidePlayingDoubt(conversions[video.id]) !== undefined,
  }));
  return { videos, others: cards.slice(rows.length) };
}

export async function showCards(
  services: Needs,
  viewer: Viewer,
  rows: readonly ShopCardRow[],
  locale: Locale,
): Promise<ShelfVideo[]> {
  return joinSteps(rows, await showWatchSteps(services, viewer, rows, locale), locale);
}

/** Removes what pages do not show. */
export function joinSteps(
  rows: readonly ShopCardRow[],
  steps: readonly WatchButtonState[],
  locale: Locale,
): ShelfVideo[] {
  return rows.map(({ creator_id: _, created_at: __, spoken_language: spokenLanguage, ...video }, at) => ({
    ...video,
    ...(steps[at] as WatchButtonState),
    ...(spokenLanguage &&
      spokenLanguage !== locale && {
        spoken: serverTexts[locale]("marketplace.spoken", {
          language: languageName(spokenLanguage, locale),
        }),
      }),
  }));
}

/** Courses first. `requested`: a topic to list anyway. */
export async function listShopTopics(db: Db, locale: Locale, requested = ""): Promise<ShopTopic[]> {
  const listed = await listTopicsInShop(db, locale, requested);
  const topics = listed.map(({ has_courses: _, ...topic }) => topic);
  if (requested !== courseTopic && !listed[0]?.has_courses) return topics;
  return [{ slug: courseTopic, name: serverTexts[locale]("marketplace.course") }, ...topics];
}

/** See `search-suggestions.ts`. */
export async function loadSuggestions(db: Db, search: string, locale: Locale): Promise<Suggestion[]> {
  if (search === "") return [];
  const [videos, creators, topics] = await Promise.all([
    listShopVideos(db, { search, limit: maxSuggestions.title }),
    listCreatorsByName(db, search, maxSuggestions.creator),
    listShopTopics(db, locale),
  ]);
  return decideSuggestions(search, { topics, creators, videos: videos.rows });
}

/** Per account; typing sends one after each pause. */
export const searchLimit: LimitRule = { name: "search", tries: 120, seconds: 60 };

/** Without an account: a school or a mobile network may share an address. */
export const searchAddressLimit: LimitRule = { name: "search-address", tries: 240, seconds: 60 };

/** Counts nothing for a cached page, nor while the counting database is unavailable. */
export async function countSearch(
  rateLimits: RateLimits,
  { userId, clientAddress }: { userId?: string | undefined; clientAddress: string },
): Promise<LimitResult> {
  if (!userId && !clientAddress) return { ok: true };
  try {
    return await (userId
      ? rateLimits.take(searchLimit, userId)
      : rateLimits.take(searchAddressLimit, addressKey(clientAddress)));
  } catch (error) {
    if (isOutage(error)) return { ok: true };
    throw error;
  }
}
