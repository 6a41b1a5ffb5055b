import { foldText } from "~/features/base/form-fields/accents";

/**
 * How a text is searched for (docs/decisions/0019): by its trigrams in titles and creators' names, or
 * by the single characters and pairs that a title must have.
 */
export type TitleSearch = "trigrams" | "grams";

/** Decides it: three plain letters or digits in a row make a trigram in every database, nothing else surely does. */
export function decideTitleSearch(text: string): TitleSearch {
  return /[a-z0-9]{3}/.test(foldText(text)) ? "trigrams" : "grams";
}
