import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { showCards } from "./list-marketplace.server";
import { rankRelated, tellingWords } from "./rank-related";
import {
  findTopicOf,
  listBoughtTogether,
  listCardsById,
  listCardsByWords,
} from "./related-videos.queries.server";
import { searchWords } from "./search-text";
import { listShopVideos } from "./shop-videos.queries.server";
import type { ShelfVideo } from "./video-page";

/** Cards in a row of the sales page. */
const row = 4;
/** Candidates of each kind. */
const considered = 24;

export interface RelatedVideos {
  moreByCreator: ShelfVideo[];
  related: ShelfVideo[];
}

/** Returns what the sales page shows besides its video: more by its creator, and others by buyers, topic and words. */
export async function showRelated(
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  video: { id: string; title: string; creator_id: string },
  locale: Locale = defaultLocale,
): Promise<RelatedVideos> {
  const { db } = services;
  const topic = await findTopicOf(db, video.id);
  const [byCreator, together, byTopic, byWords] = await Promise.all([
    listShopVideos(db, { creatorId: video.creator_id, most: row + 1 }),
    listBoughtTogether(db, video.id, considered),
    topic ? listShopVideos(db, { topic, most: considered }) : undefined,
    listCardsByWords(db, tellingWords(video.title), considered),
  ]);
  const bought = await listCardsById(
    db,
    together.map(({ video_id }) => video_id),
  );
  const moreByCreator = byCreator.rows.filter(({ id }) => id !== video.id).slice(0, row);
  const elsewhere = new Set([video.id, ...moreByCreator.map(({ id }) => id)]);
  const candidates = [...bought, ...(byTopic?.rows ?? []), ...byWords].filter(({ id }) => !elsewhere.has(id));
  const signals = {
    boughtTogether: new Map(together.map(({ video_id, buyers }) => [video_id, buyers])),
    sameTopic: new Set(byTopic?.rows.map(({ id }) => id)),
    words: searchWords(video.title),
  };
  const related = rankRelated(candidates, signals, row);
  const shown = await showCards(services, viewer, [...moreByCreator, ...related], locale);
  return { moreByCreator: shown.slice(0, moreByCreator.length), related: shown.slice(moreByCreator.length) };
}
