import type { WatchButtonState } from "~/features/orders/checkout/holding";
import type { Topic } from "~/features/videos/listing/topic";
import type { CardCreator, CardVideo } from "~/features/videos/pictures/video-card";

export interface ShelfVideo extends CardVideo, CardCreator, WatchButtonState {
  /** The video's language, such as "In Portuguese", if it is not the page's. */
  spoken?: string;
  /** Set if the searched text is not in the title. */
  elsewhere?: true;
}

export interface WatchedVideo extends CardVideo {
  /** The viewer's position in seconds. */
  seconds: number;
}

export interface RankedVideo extends ShelfVideo {
  /** Its place among the most sold, from 1. */
  place: number;
}

/** A chip of the marketplace: a topic, or all courses, which have no family. */
export type ShopTopic = Pick<Topic, "slug" | "name"> & Partial<Pick<Topic, "family">>;

/** The shelves of an unfiltered first page; one with too few videos is empty. */
export interface ShopShelves {
  watching: WatchedVideo[];
  /** The newest courses. The page's list has them, too. */
  courses: ShelfVideo[];
  bestsellers: RankedVideo[];
  cheap: ShelfVideo[];
}

/** The kind of videos that a page lists if nothing matches its filters. */
export type Offer =
  /** `words`: the words of the shop that were taken for those of the search. */
  { kind: "nearest"; words: string[] } | { kind: "bestsellers" } | { kind: "newest" };

export interface ShopVideo extends ShelfVideo {
  /** Whether it may not play in every browser. */
  inDoubt: boolean;
}

export interface ShopPage {
  videos: ShopVideo[];
  next: string | undefined;
}

/**
 * Joins the loaded pages into one list without duplicates. `fresh`, the current first page, replaces older data: a
 * video may have been bought in the meantime.
 */
export function joinPages(pages: readonly ShopPage[], fresh: ShopPage): ShopPage {
  const videos = new Map<string, ShopVideo>();
  for (const page of pages)
    for (const video of page.videos) videos.set(video.id, videos.get(video.id) ?? video);
  for (const video of fresh.videos) if (videos.has(video.id)) videos.set(video.id, video);
  return { videos: [...videos.values()], next: pages.at(-1)?.next };
}
