/**
 * White space, control characters, Unicode's default ignorable code points (zero-width spaces, direction marks, Hangul
 * fillers), and the blank Braille cell, which counts as a symbol.
 */
const invisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/** Variation selectors and tags, which choose the picture of the emoji before them. */
const emojiSuffix = /^(?:\p{Variation_Selector}|[\u{E0020}-\u{E007F}])$/u;

/** Such as a zero-width space that was copied with a link. */
export function trimInvisible(text: string): string {
  let start = 0;
  while (start < text.length && invisible.test(characterAt(text, start)))
    start += characterAt(text, start).length;
  let end = text.length;
  while (end > start && invisible.test(characterBefore(text, end))) end -= characterBefore(text, end).length;
  while (end > start && end < text.length && emojiSuffix.test(characterAt(text, end)))
    end += characterAt(text, end).length;
  return text.slice(start, end);
}

export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, end: number): string {
  const pair = end > 1 ? characterAt(text, end - 2) : "";
  return pair.length === 2 ? pair : text.slice(end - 1, end);
}
