import type { ShownStep } from "~/features/checkout/shown-step";
import type { CardCreator, CardVideo } from "./video-card";

export interface ShelfVideo extends CardVideo, CardCreator, ShownStep {}

export interface WatchedVideo extends CardVideo {
  /** How far they came, in seconds. */
  seconds: number;
}

/** The shelves above the list; one with too few videos is empty. */
export interface ShopShelves {
  watching: WatchedVideo[];
  newest: ShelfVideo[];
  bestsellers: ShelfVideo[];
  cheap: ShelfVideo[];
}

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
