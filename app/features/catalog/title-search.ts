/** How titles are searched for a text: which of the two indexes knows it (docs/decisions/0019-search-by-trigrams-and-grams.md). */
export type TitleSearch =
  /** By its trigrams, as an ILIKE pattern. */
  | { by: "pattern"; pattern: string }
  /** By the single characters or pairs that a title must have; `whole` where those alone do not yet mean a match. */
  | { by: "grams"; grams: string[]; whole: string | undefined };

/**
 * Decides it. Three plain letters or digits in a row make a trigram in every database; whether accented letters do
 * depends on the locale it was made with, and nothing else ever does.
 * Takes any text but the empty one.
 */
export function decideTitleSearch(text: string): TitleSearch {
  if (/[a-z0-9]{3}/i.test(text)) return { by: "pattern", pattern: `%${escapeLike(text)}%` };
  const characters = [...text];
  if (characters.length <= 2) return { by: "grams", grams: [text], whole: undefined };
  const pairs = characters.slice(1).map((character, index) => characters[index] + character);
  return { by: "grams", grams: [...new Set(pairs)], whole: text };
}

/** The signs that ILIKE gives a meaning to stand for themselves. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
