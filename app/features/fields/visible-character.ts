/**
 * Signs that show nothing (Unicode's default ignorable code points: zero-width spaces, direction marks, Hangul fillers),
 * and the blank cell of Braille, which counts as a symbol.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Says whether a text has a sign to see: a letter, digit, mark of punctuation or symbol. Spaces alone are none. */
export function hasVisibleSign(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(unseen, ""));
}
