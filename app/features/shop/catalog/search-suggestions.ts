import { foldText } from "~/features/base/form-fields/accents";
import { videoPath } from "~/features/videos/listing/video-address";
import { marketplacePath } from "./shop-filters";

/**
 * How a text is searched for (docs/decisions/0019): by its trigrams in titles and creators' names, or
 * by the single characters and pairs that a title must have.
 */
type TitleSearch = "trigrams" | "grams";

/** Decides it: three plain letters or digits in a row make a trigram in every database, nothing else surely does. */
export function decideTitleSearch(text: string): TitleSearch {
  return /[a-z0-9]{3}/.test(foldText(text)) ? "trigrams" : "grams";
}

/** Words of one search that are looked for, and characters of the longest. */
const maxTerms = 8;
const maxTermLength = 40;

/** Words of nearly every description, folded: they are looked for only as a part of a title. */
const stopWords = new Set(
  "a as o os um uma de da do das dos e em no na nos nas por para pra com sem que se the an of for and to in on with".split(
    " ",
  ),
);

/** A word of a search as it was typed, and folded as the database compares it. */
export interface SearchTerm {
  typed: string;
  folded: string;
}

/** Returns the different words of a search, short ones and numbers too, without articles and prepositions. */
export function searchTerms(search: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const typed of search.normalize("NFC").split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const folded = foldText(typed);
    if (folded !== "" && folded.length <= maxTermLength && !stopWords.has(folded) && !terms.has(folded))
      terms.set(folded, { typed, folded });
  }
  return [...terms.values()].slice(0, maxTerms);
}

/**
 * Returns the words that a video must have to be found by a search, folded. Returns an empty list if only a part of the
 * title counts: for signs, and for a single word of one or two characters, which most descriptions have.
 */
export function requiredWords(search: string): string[] {
  const words = searchTerms(search).map(({ folded }) => folded);
  return words.length === 1 && (words[0] as string).length <= 2 ? [] : words;
}

/** What the search box suggests while a search is typed; each leads to a page of the shop. */
export interface Suggestion {
  kind: "title" | "creator" | "topic";
  label: string;
  path: string;
}

/** Limits: suggestions of each kind. */
export const maxSuggestions = { title: 5, creator: 2, topic: 2 } as const;

interface Found {
  /** The topics of the shop, in their order. */
  topics: readonly { slug: string; name: string }[];
  /** Creators and videos that the search finds, the best first. */
  creators: readonly { full_name: string; handle: string }[];
  videos: readonly { id: string; title: string }[];
}

/**
 * Decides what is suggested for a typed search: first the topics of whose names a word begins with it, then creators,
 * then titles.
 */
export function decideSuggestions(search: string, { topics, creators, videos }: Found): Suggestion[] {
  const typed = foldText(search);
  const named = topics.filter(({ name }) => ` ${foldText(name)}`.includes(` ${typed}`));
  return [
    ...named.slice(0, maxSuggestions.topic).map(({ slug, name }) => ({
      kind: "topic" as const,
      label: name,
      path: marketplacePath({ topic: slug }),
    })),
    ...creators.slice(0, maxSuggestions.creator).map(({ full_name, handle }) => ({
      kind: "creator" as const,
      label: full_name,
      path: `/creators/${handle}`,
    })),
    ...videos.slice(0, maxSuggestions.title).map(({ id, title }) => ({
      kind: "title" as const,
      label: title,
      path: videoPath({ id, title }),
    })),
  ];
}

/** What the shop's videos have of a searched word. `near`: words of the shop that are similar to it. */
export interface KnownWord {
  inShop: boolean;
  near: readonly string[];
}

/** A word of a search, with the folded words of the shop that are searched for instead of it. */
interface KeptWord {
  term: SearchTerm;
  alternatives: readonly string[];
}

/**
 * Returns what is searched for after a search found nothing: a word that a video has stays, any other is replaced by
 * the similar ones (`near_words` in 0004-videos), and a word that has none is dropped. `known`: for each term, in their
 * order.
 */
export function keepWords(terms: readonly SearchTerm[], known: readonly KnownWord[]): KeptWord[] {
  return terms.flatMap((term, at) => {
    const alternatives = known[at]?.inShop ? [term.folded] : (known[at]?.near ?? []);
    return alternatives.length === 0 ? [] : [{ term, alternatives }];
  });
}

/**
 * Returns the words that stand for a search on the page of what was found instead: each as a found title or creator's
 * name spells it, otherwise as it was typed if it was looked for itself.
 */
export function shownWords(
  words: readonly KeptWord[],
  rows: readonly { title: string; creator_name: string }[],
): string[] {
  const spelt = rows
    .flatMap(({ title, creator_name }) => `${title} ${creator_name}`.split(/[^\p{L}\p{M}\p{N}]+/u))
    .map((word) => ({ word: word.toLowerCase(), folded: foldText(word) }));
  const shown = words.flatMap(({ term, alternatives }) => {
    const found =
      spelt.find(({ folded }) => alternatives.includes(folded)) ??
      spelt.find(({ folded }) => alternatives.some((alternative) => folded.startsWith(alternative)));
    if (found) return [found.word];
    return rows.length > 0 && alternatives.includes(term.folded) ? [term.typed.toLowerCase()] : [];
  });
  return [...new Set(shown)];
}
