import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import type { ShownStep } from "~/features/orders/checkout/shown-step";
import { searchWords } from "~/features/shop/search/search-text";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { joinSteps } from "./list-marketplace.server";
import { rankRelated, tellingWords } from "./rank-related";
import { listBoughtTogether, listCardsByWords } from "./related-videos.queries.server";
import { listShopVideos, type ShopCardRow } from "./shop-videos.queries.server";
import type { ShelfVideo } from "./video-page";

/** Cards in a row of the sales page. */
const row = 4;
/** Candidates of each kind. */
const considered = 24;

export interface RelatedVideos {
  moreByCreator: ShelfVideo[];
  related: ShelfVideo[];
}

/** Returns what Watch does for the video of a sales page, and the other videos that the page shows. */
export async function showRelated(
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  video: Parameters<typeof findRelated>[1],
  locale: Locale = defaultLocale,
): Promise<{ shown: ShownStep; others: RelatedVideos }> {
  const { moreByCreator, related } = await findRelated(services.db, video);
  const cards = [...moreByCreator, ...related];
  // One query for all of them.
  const [shown, ...steps] = await showWatchSteps(services, viewer, [video, ...cards], locale);
  const others = joinSteps(cards, steps);
  return {
    shown: shown as ShownStep,
    others: {
      moreByCreator: others.slice(0, moreByCreator.length),
      related: others.slice(moreByCreator.length),
    },
  };
}

/** Returns what the sales page lists besides its video: more by its creator, and others by buyers, topic and words. */
async function findRelated(
  db: Db,
  video: { id: string; title: string; creator_id: string; topic_slug: string | null },
): Promise<{ moreByCreator: ShopCardRow[]; related: ShopCardRow[] }> {
  const topic = video.topic_slug ?? undefined;
  const [byCreator, counted, byTopic, byWords] = await Promise.all([
    listShopVideos(db, { creatorId: video.creator_id, most: row + 1 }),
    listBoughtTogether(db, video.id, considered),
    topic ? listShopVideos(db, { topic, most: considered }) : undefined,
    listCardsByWords(db, tellingWords(video.title), considered),
  ]);
  const moreByCreator = byCreator.rows.filter(({ id }) => id !== video.id).slice(0, row);
  const elsewhere = new Set([video.id, ...moreByCreator.map(({ id }) => id)]);
  const together = counted.map(({ buyers: _, ...card }) => card);
  const candidates = [...together, ...(byTopic?.rows ?? []), ...byWords].filter(
    ({ id }) => !elsewhere.has(id),
  );
  const signals = {
    boughtTogether: new Map(counted.map(({ id, buyers }) => [id, buyers])),
    sameTopic: new Set(byTopic?.rows.map(({ id }) => id)),
    words: searchWords(video.title),
  };
  return { moreByCreator, related: rankRelated(candidates, signals, row) };
}
