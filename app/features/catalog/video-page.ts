import type { ShownStep } from "~/features/checkout/shown-step";
import type { CardVideo } from "./video-card";

/** A video as the marketplace shows it. */
export interface ShopVideo extends CardVideo, ShownStep {
  creator_name: string;
  /** Whether it might not play in every browser. */
  inDoubt: boolean;
}

/** A page of the marketplace, and the cursor of the next where there is one. */
export interface ShopPage {
  videos: ShopVideo[];
  next: string | undefined;
}

/**
 * Makes one list of the pages that have been read one after the other. Each video once, where it stood first, and as
 * `fresh` (the first page as it is now) has it where that is newer: it may have been bought meanwhile.
 */
export function joinPages(pages: readonly ShopPage[], fresh: ShopPage): ShopPage {
  const videos = new Map<string, ShopVideo>();
  for (const page of pages)
    for (const video of page.videos) videos.set(video.id, videos.get(video.id) ?? video);
  for (const video of fresh.videos) if (videos.has(video.id)) videos.set(video.id, video);
  return { videos: [...videos.values()], next: pages.at(-1)?.next };
}
