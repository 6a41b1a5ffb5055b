import { removeAccents } from "~/i18n/accents";

/** On the first page, in the properties, and at the foot of every page. */
export interface PdfHead {
  title: string;
  /** BCP 47. */
  language: string;
  /** The author, below the title. */
  issuer: string;
  /** Before the page's number: "Página" */
  pageLabel: string;
  /** One drawn page in landscape, without title and page number; contains only a block of marks. */
  isSheet?: boolean;
}

export interface PdfColumn {
  title: string;
  /** Relative to the other columns. */
  width: number;
  right?: boolean;
}

/** A4 in landscape, in the units of the marks. */
export const sheetSize = { width: 1280, height: 905.1 };

/** Clips the marks with `cut`. */
export const sheetFrame = { x: 31, y: 31, width: 1218, height: 843.1, radius: 12 };

/** Without `says` a path is decoration. */
export type SheetMark =
  | {
      kind: "path";
      /** SVG path data, placed and scaled. */
      path: string;
      x?: number;
      y?: number;
      scale?: number;
      fill?: string;
      line?: { colour: string; width: number };
      cut?: boolean;
      says?: string;
    }
  | {
      kind: "text";
      /** Start of the baseline; its end if `ends`. */
      x: number;
      y: number;
      size: number;
      colour: string;
      runs: readonly { text: string; bold?: boolean }[];
      ends?: boolean;
      isTitle?: boolean;
    };

/** Amounts and dates are text. */
export type PdfBlock =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** Names with their values; values at the right for amounts. */
  | { kind: "facts"; rows: readonly (readonly [name: string, value: string])[]; right?: boolean }
  /** Its titles repeat on each page. */
  | { kind: "table"; columns: readonly PdfColumn[] }
  /** Rows of the last table; `strong`: sums. */
  | { kind: "marks"; marks: readonly SheetMark[] }
  | { kind: "rows"; rows: readonly (readonly string[])[]; strong?: boolean };

/** Drops the accent of letters without a glyph; other such characters become "?", line breaks and controls spaces. */
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
