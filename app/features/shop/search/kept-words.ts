import { foldText } from "~/features/base/form-fields/accents";
import type { SearchTerm } from "./search-terms";

/** What the shop's videos have of a searched word. `near`: words of the shop that are similar to it. */
export interface KnownWord {
  inShop: boolean;
  near: readonly string[];
}

/** A word of a search, with the folded words of the shop that are searched for instead of it. */
export interface KeptWord {
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
