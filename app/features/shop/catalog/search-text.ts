import { foldText } from "~/i18n/accents";
import { trimInvisible } from "~/platform/forms/trim-ends";

/** Longer than any title. */
export const searchMaxLength = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title has none, and the database takes no NUL.
const controls = /[\u0000-\u001f\u007f]+/g;

/** Returns the search as in the address. */
export function cleanSearch(typed: string | null | undefined): string {
  return trimInvisible((typed ?? "").replace(controls, " "))
    .slice(0, searchMaxLength)
    .trim();
}

const maxWords = 6;

/** At most six different words of a title, folded, without those of one or two letters. */
export function searchWords(search: string): string[] {
  const words = foldText(search).split(/[^a-z0-9]+/);
  return [...new Set(words.filter((word) => word.length >= 3 && word.length <= 40))].slice(0, maxWords);
}
