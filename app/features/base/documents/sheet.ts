export type CellKind = "text" | "day" | "moment" | "cents";

/** A column: the key of its values, its title, its width in characters, and its kind. */
export interface SheetColumn<Key extends string = string> {
  key: Key;
  title: string;
  width: number;
  holds: CellKind;
}

/** A file of rows: the names of file and sheet, and the columns in order. */
export interface Sheet<Key extends string = string> {
  /** The file's name without its extension. */
  file: string;
  sheet: string;
  columns: readonly SheetColumn<Key>[];
}

/** A value: text; a day "2026-11-21" or moment "2026-11-21 14:30" of São Paulo; cents; null for a missing one. */
export type CellValue = string | number | null;

/** Written for a missing value (product.md, Exports). */
export const missing = "-";

/** The first characters of a formula or command, also as East Asian keyboards write them. */
export const formulaStarts = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"] as const;

const starts: ReadonlySet<string> = new Set(formulaStarts);

/**
 * Returns a cell's text with an apostrophe before it if a spreadsheet would run it as a formula (OWASP, CSV injection).
 * The dash of a missing value is safe.
 */
export function guardText(text: string): string {
  return text !== missing && starts.has(text.charAt(0)) ? `'${text}` : text;
}
