import { showWatchSteps } from "~/features/checkout/show-watch-steps.server";
import type { ShownStep } from "~/features/checkout/shown-step";
import { decidePlayingDoubt } from "~/features/encoding/conversion";
import { listConversions } from "~/features/encoding/conversions.queries.server";
import { listWatching } from "~/features/playback/watch-positions.queries.server";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { chooseNewest, enoughForShelf, shelfPrice } from "./choose-shelf";
import { searchWords } from "./search-text";
import { parseShopCursor } from "./shop-cursor.server";
import { isFiltered, readMaxPrice, type ShopFilters } from "./shop-filters";
import { listNearestVideos, listShopVideos, type ShopCardRow } from "./shop-videos.queries.server";
import type { ShelfVideo, ShopShelves, ShopVideo } from "./video-page";

type Needs = Pick<Services, "db" | "clock">;
type Viewer = { userId: string } | undefined;

/** A page of the marketplace as its address asks for it. */
export interface Marketplace {
  videos: ShopVideo[];
  next: string | undefined;
  /** Nothing has what was searched for: the videos are what comes nearest. */
  nearest: boolean;
  shelves: ShopShelves | undefined;
}

/**
 * Reads a page of the marketplace: what is for sale by the filters, else what is nearest to the search; and the shelves above
 * the list, on the first page of an unfiltered one. A price that is none is left out.
 * `after`: as in the address
 */
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
  const withShelves = !isFiltered(filters) && cursor === undefined;
  const [page, watching, bestsellers, cheap] = await Promise.all([
    listShopVideos(db, { ...narrowing, search, sort, after: cursor }),
    withShelves && viewer ? listWatching(db, viewer.userId, 3) : [],
    withShelves ? listShopVideos(db, { sort: "bestsellers", most: 3, sold: true }) : undefined,
    withShelves ? listShopVideos(db, { maxPriceCents: shelfPrice.cents, most: 4 }) : undefined,
  ]);
  const nearest =
    page.rows.length === 0 && search !== "" && cursor === undefined
      ? await listNearestVideos(db, searchWords(search), narrowing)
      : [];
  const rows = nearest.length > 0 ? nearest : page.rows;
  const shelves = { bestsellers: bestsellers?.rows ?? [], cheap: cheap?.rows ?? [] };
  const shown = await showCards(
    services,
    viewer,
    [...rows, ...shelves.bestsellers, ...shelves.cheap],
    locale,
  );
  const conversions = await listConversions(
    db,
    rows.map(({ id }) => id),
  );
  const videos = shown.slice(0, rows.length).map((video) => ({
    ...video,
    inDoubt: decidePlayingDoubt(conversions[video.id]) !== undefined,
  }));
  return {
    videos,
    next: page.next,
    nearest: nearest.length > 0,
    shelves: withShelves
      ? {
          watching: enoughForShelf(watching.map(({ created_at: _, ...video }) => video)),
          // With the shelf of watched videos there is no room for videos that also begin the list.
          newest: watching.length < 3 ? chooseNewest(shown.slice(0, rows.length)) : [],
          bestsellers: enoughForShelf(shown.slice(rows.length, rows.length + shelves.bestsellers.length)),
          cheap: enoughForShelf(shown.slice(rows.length + shelves.bestsellers.length)),
        }
      : undefined,
  };
}

/** Returns cards as a page may show them, each with what Watch does for this viewer. */
export async function showCards(
  services: Needs,
  viewer: Viewer,
  rows: readonly ShopCardRow[],
  locale: Locale,
): Promise<ShelfVideo[]> {
  const steps = await showWatchSteps(services, viewer, rows, locale);
  return rows.map(({ creator_id: _, created_at: __, ...video }, at) => ({
    ...video,
    ...(steps[at] as ShownStep),
  }));
}
