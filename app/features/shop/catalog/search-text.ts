/** The longest search taken, in characters: longer than any title. */
export const searchMaxLength = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title has none, and the database takes no NUL.
const controls = /[\u0000-\u001f\u007f]+/g;

/** Reads what was typed into the search, as the server looks for it and the address holds it. */
export function cleanSearch(typed: string | null | undefined): string {
  return (typed ?? "").replace(controls, " ").trim().slice(0, searchMaxLength).trim();
}

/** Returns a text in lower case without accents, nearly as the database's `plain` does. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/**
 * Returns which words the found videos have, in lower case and as they are spelt there, one for each group of
 * alternatives at most. `groups`: the alternatives of each word of a search, folded
 */
export function matchedWords(
  groups: readonly (readonly string[])[],
  rows: readonly { title: string; creator_name: string }[],
): string[] {
  const spelt = rows
    .flatMap(({ title, creator_name }) => `${title} ${creator_name}`.split(/[^\p{L}\p{M}\p{N}]+/u))
    .map((word) => ({ word: word.toLowerCase(), folded: foldText(word) }));
  const matched = groups.map((group) => {
    const exact = spelt.find(({ folded }) => group.includes(folded));
    return exact ?? spelt.find(({ folded }) => group.some((alternative) => folded.includes(alternative)));
  });
  return [...new Set(matched.flatMap((match) => (match ? [match.word] : [])))];
}

/** Words of a search that no video has; at most so many are corrected. */
const mostWords = 6;

/** Returns the different words of a search, folded, without those of one or two letters. */
export function searchWords(search: string): string[] {
  const words = foldText(search).split(/[^a-z0-9]+/);
  return [...new Set(words.filter((word) => word.length >= 3 && word.length <= 40))].slice(0, mostWords);
}
