import type { WatchButtonState } from "~/features/orders/checkout/holding";
import type { Topic } from "~/features/videos/listing/topic";
import type { CardCreator, CardVideo } from "~/features/videos/pictures/video-card";

export interface ShelfVideo extends CardVideo, CardCreator, WatchButtonState {
  /** Such as "In Portuguese", if it differs from the page's language. */
  spoken?: string;
  /** The searched text is not in the title. */
  elsewhere?: true;
}

export interface WatchedVideo extends CardVideo {
  seconds: number;
}

export interface RankedVideo extends ShelfVideo {
  /** Among the most sold, from 1. */
  place: number;
}

/** A topic, or all courses, which have no family. */
export type ShopTopic = Pick<Topic, "slug" | "name"> & Partial<Pick<Topic, "family">>;

/** On an unfiltered first page; empty shelves have too few videos. */
export interface ShopShelves {
  watching: WatchedVideo[];
  /** Newest first; also in the page's list. */
  courses: ShelfVideo[];
  bestsellers: RankedVideo[];
  cheap: ShelfVideo[];
}

/** Listed if nothing matches the filters. */
export type Offer =
  /** `words`: the replaced words. */
  { kind: "nearest"; words: string[] } | { kind: "bestsellers" } | { kind: "newest" };

export interface ShopVideo extends ShelfVideo {
  /** May not play in every browser. */
  inDoubt: boolean;
}

export interface ShopPage {
  videos: ShopVideo[];
  next: string | undefined;
}

/** Without duplicates. The current first page replaces older data: a video may have been bought meanwhile. */
export function joinPages(pages: readonly ShopPage[], fresh: ShopPage): ShopPage {
  const videos = new Map<string, ShopVideo>();
  for (const page of pages)
    for (const video of page.videos) videos.set(video.id, videos.get(video.id) ?? video);
  for (const video of fresh.videos) if (videos.has(video.id)) videos.set(video.id, video);
  return { videos: [...videos.values()], next: pages.at(-1)?.next };
}
