import { removeAccents } from "~/features/base/form-fields/accents";

/** What a document is called, on its first page, in its properties and at the foot of every page. */
export interface PdfHead {
  title: string;
  /** BCP 47. */
  language: string;
  /** Below the title: who made it. */
  issuer: string;
  /** Before the page's number: "Página" */
  pageLabel: string;
  /** A page in landscape with a frame, in larger letters. */
  framed?: boolean;
}

export interface PdfColumn {
  title: string;
  /** Part of the page's width; all parts together are the whole. */
  width: number;
  right?: boolean;
}

/** A part of a document, in the order of the page. Amounts and dates come as text. */
export type PdfBlock =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** A name in the largest letters. */
  | { kind: "large"; text: string }
  /** Names with their values; values at the right for amounts. */
  | { kind: "facts"; rows: readonly (readonly [name: string, value: string])[]; right?: boolean }
  /** Begins a table, whose titles are repeated on each page. */
  | { kind: "table"; columns: readonly PdfColumn[] }
  /** Rows of the table that was begun; `strong`: sums. */
  | { kind: "rows"; rows: readonly (readonly string[])[]; strong?: boolean };

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
