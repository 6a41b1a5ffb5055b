import { searchWords } from "~/features/shop/search/search-text";

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
