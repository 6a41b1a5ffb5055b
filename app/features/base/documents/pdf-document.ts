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
  /** One drawn page in landscape, without title and page number: only a block of marks follows. */
  isSheet?: boolean;
}

export interface PdfColumn {
  title: string;
  /** Part of the page's width; all parts together are the whole. */
  width: number;
  right?: boolean;
}

/** Size of a drawn sheet in the units of its marks: the shape of A4 in landscape. */
export const sheetSize = { width: 1280, height: 905.1 };

/** The frame of a drawn sheet: marks that are cut off end there. */
export const sheetFrame = { x: 31, y: 31, width: 1218, height: 843.1, radius: 12 };

/** A mark on a drawn sheet. Without `says` a path is decoration. */
export type SheetMark =
  | {
      kind: "path";
      /** SVG path data, drawn at a place of the sheet, larger by `scale`. */
      path: string;
      x?: number;
      y?: number;
      scale?: number;
      fill?: string;
      line?: { colour: string; width: number };
      /** Cut off at the frame. */
      cut?: boolean;
      /** The text that the path draws. */
      says?: string;
    }
  | {
      kind: "text";
      /** The beginning of the baseline; its end if `ends`. */
      x: number;
      y: number;
      size: number;
      colour: string;
      runs: readonly { text: string; bold?: boolean }[];
      ends?: boolean;
      isTitle?: boolean;
    };

/** A part of a document, in the order of the page. Amounts and dates come as text. */
export type PdfBlock =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** Names with their values; values at the right for amounts. */
  | { kind: "facts"; rows: readonly (readonly [name: string, value: string])[]; right?: boolean }
  /** Begins a table, whose titles are repeated on each page. */
  | { kind: "table"; columns: readonly PdfColumn[] }
  /** Rows of the table that was begun; `strong`: sums. */
  | { kind: "marks"; marks: readonly SheetMark[] }
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
