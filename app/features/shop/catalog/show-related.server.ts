import type { Holding, WatchButtonState } from "~/features/orders/checkout/holding";
import { showHoldings } from "~/features/orders/checkout/show-watch-steps.server";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { joinSteps } from "./list-marketplace.server";
import { listRelatedCards } from "./related-videos.queries.server";
import { searchWords } from "./search-text";
import type { ShopCardRow } from "./shop-videos.queries.server";
import type { ShelfVideo } from "./video-page";

// Cards in a row.
const row = 4;
// Candidates of each kind.
const considered = 24;

interface RelatedVideos {
  moreByCreator: ShelfVideo[];
  related: ShelfVideo[];
}

export async function showRelated(
  services: Pick<Services, "db" | "clock">,
  viewer: { userId: string } | undefined,
  video: Parameters<typeof findRelated>[1],
  locale: Locale = defaultLocale,
): Promise<{ holding: Holding; shown: WatchButtonState; others: RelatedVideos }> {
  const { moreByCreator, related } = await findRelated(services.db, video);
  const cards = [...moreByCreator, ...related];
  // One query for all of them.
  const [pageVideo, ...ofCards] = await showHoldings(services, viewer, [video, ...cards], locale);
  if (!pageVideo) throw new Error("no holding of the page's own video");
  const others = joinSteps(
    cards,
    ofCards.map(({ state }) => state),
    locale,
  );
  return {
    holding: pageVideo.holding,
    shown: pageVideo.state,
    others: {
      moreByCreator: others.slice(0, moreByCreator.length),
      related: others.slice(moreByCreator.length),
    },
  };
}

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

/** Added to every product, so that few reviews weigh less. */
const assumedReviews = 5;

// Per assumed review.
const assumedStars = 4;

/**
 * The sort key of "best rated": the mean with the assumed reviews, in thousandths of a star. `rating_rank_of`
 * (migrations/0004-videos.ts) is the same in SQL; a database test compares them.
 */
export function ratingRank(reviewCount: number, ratingTotal: number): number {
  if (reviewCount === 0) return 0;
  const total = ratingTotal + assumedReviews * assumedStars;
  return Math.floor((total * 1000) / (reviewCount + assumedReviews));
}

interface Candidate {
  id: string;
  title: string;
}

interface Signals {
  /** Common buyers by the other video's id. */
  boughtTogether: ReadonlyMap<string, number>;
  sameTopic: ReadonlySet<string>;
  /** Of the video's own title. */
  words: readonly string[];
}

/** Longest first: short words are mostly "para" and "com". */
export function tellingWords(title: string, limit = 3): string[] {
  const long = searchWords(title).filter((word) => word.length >= 5);
  return long.sort((a, b) => b.length - a.length).slice(0, limit);
}

/** A common buyer counts 3, up to 12 in all, the same topic 2, each common word 2. Ties keep their order. */
export function rankRelated<Video extends Candidate>(
  candidates: readonly Video[],
  { boughtTogether, sameTopic, words }: Signals,
  limit: number,
): Video[] {
  const once = [...new Map(candidates.map((video) => [video.id, video])).values()];
  const scoreOf = ({ id, title }: Candidate) => {
    const titleWords = new Set(searchWords(title));
    const common = words.filter((word) => titleWords.has(word)).length;
    return Math.min(12, 3 * (boughtTogether.get(id) ?? 0)) + (sameTopic.has(id) ? 2 : 0) + 2 * common;
  };
  return once.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, limit);
}
