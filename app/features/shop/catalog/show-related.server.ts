import type { Holding } from "~/features/orders/checkout/holding";
import { showHoldings } from "~/features/orders/checkout/show-watch-steps.server";
import type { WatchButtonState } from "~/features/orders/checkout/watch-button-state";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { joinSteps } from "./list-marketplace.server";
import { rankRelated, tellingWords } from "./rank-related";
import { listRelatedCards } from "./related-videos.queries.server";
import { searchWords } from "./search-text";
import type { ShopCardRow } from "./shop-videos.queries.server";
import type { ShelfVideo } from "./video-page";

/** Cards in a row of the sales page. */
const row = 4;
/** Candidates of each kind. */
const considered = 24;

export interface RelatedVideos {
  moreByCreator: ShelfVideo[];
  related: ShelfVideo[];
}

/** Returns what the viewer has of a sales page's video, what Watch does for it, and the page's other videos. */
export async function showRelated(
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  video: Parameters<typeof findRelated>[1],
  locale: Locale = defaultLocale,
): Promise<{ holding: Holding; shown: WatchButtonState; others: RelatedVideos }> {
  const { moreByCreator, related } = await findRelated(services.db, video);
  const cards = [...moreByCreator, ...related];
  // One query for all of them.
  const [own, ...ofCards] = await showHoldings(services, viewer, [video, ...cards], locale);
  if (!own) throw new Error("no holding of the page's own video");
  const others = joinSteps(
    cards,
    ofCards.map(({ state }) => state),
  );
  return {
    holding: own.holding,
    shown: own.state,
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
  const listed = await listRelatedCards(db, {
    videoId: video.id,
    creatorId: video.creator_id,
    topic: video.topic_slug ?? undefined,
    words: tellingWords(video.title),
    limits: { byCreator: row + 1, others: considered },
  });
  const cardsOf = (wanted: (typeof listed)[number]["kind"]) =>
    listed.filter(({ kind }) => kind === wanted).map(({ kind: _, buyers: __, ...card }) => card);
  const moreByCreator = cardsOf("byCreator")
    .filter(({ id }) => id !== video.id)
    .slice(0, row);
  const elsewhere = new Set([video.id, ...moreByCreator.map(({ id }) => id)]);
  const byTopic = cardsOf("byTopic");
  const candidates = [...cardsOf("together"), ...byTopic, ...cardsOf("byWords")].filter(
    ({ id }) => !elsewhere.has(id),
  );
  const signals = {
    boughtTogether: new Map(
      listed.filter(({ kind }) => kind === "together").map(({ id, buyers }) => [id, buyers]),
    ),
    sameTopic: new Set(byTopic.map(({ id }) => id)),
    words: searchWords(video.title),
  };
  return { moreByCreator, related: rankRelated(candidates, signals, row) };
}
