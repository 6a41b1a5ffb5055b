import { foldText } from "~/features/base/form-fields/accents";

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
