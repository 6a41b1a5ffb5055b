import { searchWords } from "./search-text";

/** Reviews that every product is assumed to have, so that few reviews weigh less. */
const assumedReviews = 5;

/** The stars of each assumed review. */
const assumedStars = 4;

/**
 * Returns the sort key of the order "best rated", in thousandths of a star: the mean with the assumed reviews, rounded
 * down; 0 without a review. `ratingTotal`: the sum of all stars. The trigger `count_review` keeps it in
 * `videos.rating_rank` by the function `rating_rank_of` (migrations/0004-videos.ts); a database test compares the two.
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
  /** How many buyers of the video bought the other one, by its id. */
  boughtTogether: ReadonlyMap<string, number>;
  /** Ids of videos about the same topic. */
  sameTopic: ReadonlySet<string>;
  /** Words of the video's own title. */
  words: readonly string[];
}

/**
 * Returns the distinctive words of a title, the longest first: short ones are mostly "para" and "com".
 */
export function tellingWords(title: string, limit = 3): string[] {
  const long = searchWords(title).filter((word) => word.length >= 5);
  return long.sort((a, b) => b.length - a.length).slice(0, limit);
}

/**
 * Returns the most related videos, each once: a common buyer counts 3, up to 12, the same topic 2 and each common word
 * 2. Among equals the order of the candidates stays.
 */
export function rankRelated<Video extends Candidate>(
  candidates: readonly Video[],
  { boughtTogether, sameTopic, words }: Signals,
  limit: number,
): Video[] {
  const once = [...new Map(candidates.map((video) => [video.id, video])).values()];
  const scoreOf = ({ id, title }: Candidate) => {
    const own = new Set(searchWords(title));
    const common = words.filter((word) => own.has(word)).length;
    return Math.min(12, 3 * (boughtTogether.get(id) ?? 0)) + (sameTopic.has(id) ? 2 : 0) + 2 * common;
  };
  return once.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, limit);
}
