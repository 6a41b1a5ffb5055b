/**
 * Unicode's default ignorable code points (zero-width spaces, direction marks, Hangul fillers), and the blank Braille
 * cell, which counts as a symbol.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text contains a letter, digit, punctuation mark or symbol. */
export function hasVisibleCharacter(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(invisible, ""));
}
