import { videoPath } from "~/features/videos/listing/video-address";
import { foldText } from "~/i18n/accents";
import { marketplacePath } from "./shop-filters";

/** By trigrams, or by required single characters and pairs (docs/decisions/0019). */
type TitleSearch = "trigrams" | "grams";

/** Only three plain letters or digits in a row make a trigram in every database. */
export function decideTitleSearch(text: string): TitleSearch {
  return /[a-z0-9]{3}/.test(foldText(text)) ? "trigrams" : "grams";
}

// Words per search; characters per word.
const maxTerms = 8;
const maxTermLength = 40;

/** Folded words of nearly every description: only searched in titles. */
const stopWords = new Set(
  "a as o os um uma de da do das dos e em no na nos nas por para pra com sem que se the an of for and to in on with".split(
    " ",
  ),
);

/** `folded`: as the database compares it. */
export interface SearchTerm {
  typed: string;
  folded: string;
}

/** The different words of a search, short ones and numbers included, without stop words. */
export function searchTerms(search: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const typed of search.normalize("NFC").split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const folded = foldText(typed);
    if (folded !== "" && folded.length <= maxTermLength && !stopWords.has(folded) && !terms.has(folded))
      terms.set(folded, { typed, folded });
  }
  return [...terms.values()].slice(0, maxTerms);
}

/** Empty if only titles count: for signs, and for a single word of one or two characters. */
export function requiredWords(search: string): string[] {
  const words = searchTerms(search).map(({ folded }) => folded);
  return words.length === 1 && (words[0] as string).length <= 2 ? [] : words;
}

export interface Suggestion {
  kind: "title" | "creator" | "topic";
  label: string;
  path: string;
}

export const maxSuggestions = { title: 5, creator: 2, topic: 2 } as const;

interface SearchResults {
  topics: readonly { slug: string; name: string }[];
  creators: readonly { full_name: string; handle: string }[];
  videos: readonly { id: string; title: string }[];
}

/** Topics with a word that begins with the search, then creators, then titles. */
export function decideSuggestions(search: string, { topics, creators, videos }: SearchResults): Suggestion[] {
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

/** `near`: similar words of the shop. */
export interface KnownWord {
  inShop: boolean;
  near: readonly string[];
}

/** A search word with the folded words that replace it. */
interface KeptWord {
  term: SearchTerm;
  alternatives: readonly string[];
}

/** Keeps words of the shop's videos; replaces others by similar ones (`near_words` in 0004-videos). */
export function keepWords(terms: readonly SearchTerm[], known: readonly KnownWord[]): KeptWord[] {
  return terms.flatMap((term, at) => {
    const alternatives = known[at]?.inShop ? [term.folded] : (known[at]?.near ?? []);
    return alternatives.length === 0 ? [] : [{ term, alternatives }];
  });
}

/** The replaced words, as a title or a creator's name spells them, or as typed. */
export function shownWords(
  words: readonly KeptWord[],
  rows: readonly { title: string; creator_name: string }[],
): string[] {
  const spelt = rows
    .flatMap(({ title, creator_name }) => `${title} ${creator_name}`.split(/[^\p{L}\p{M}\p{N}]+/u))
    .map((word) => ({ word: word.toLowerCase(), folded: foldText(word) }));
  const result = words.flatMap(({ term, alternatives }) => {
    const spelling =
      spelt.find(({ folded }) => alternatives.includes(folded)) ??
      spelt.find(({ folded }) => alternatives.some((alternative) => folded.startsWith(alternative)));
    if (spelling) return [spelling.word];
    return rows.length > 0 && alternatives.includes(term.folded) ? [term.typed.toLowerCase()] : [];
  });
  return [...new Set(result)];
}
