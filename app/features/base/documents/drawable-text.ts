import { removeAccents } from "~/features/base/form-fields/accents";

/**
 * Returns a text in characters that a font has: an accented letter without a glyph loses its accent, any other
 * character becomes "?". Line breaks and control characters become spaces.
 */
export function drawableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").normalize("NFC");
  return [...plain].map((char) => drawable(char, hasGlyph)).join("");
}

function drawable(char: string, hasGlyph: (codePoint: number) => boolean): string {
  if (hasGlyph(char.codePointAt(0) ?? 0)) return char;
  // The narrow and the fixed space of amounts.
  if (/\s/.test(char)) return " ";
  const base = removeAccents(char);
  return base !== "" && [...base].every((part) => hasGlyph(part.codePointAt(0) ?? 0)) ? base : "?";
}
