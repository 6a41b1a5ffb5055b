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

/** The longest text of a workbook's cell, in UTF-16 units (Excel's specifications and limits). */
export const longestCell = 32_767;

/** Control characters, which LibreOffice shows as their escapes (`_x0001_`), and those that XML 1.0 does not have. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]/gu;

/** A text that Excel would read as the escape of a character (ECMA-376, 22.9.2.19): `_x003D_` as "=". */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

/**
 * Returns a text as a cell can hold it: too long a text cut between characters, with an ellipsis; a lone carriage
 * return as a space, because LibreOffice shows its escape (`_x000d_`) as text; U+FFFD for a character that would make
 * the file unreadable from there on.
 */
export function cutToCell(written: string): string {
  const text = written.replaceAll("\r\n", "\n").replaceAll("\r", " ").replace(unwritable, "\uFFFD");
  const cut =
    text.length <= longestCell ? text : `${text.slice(0, longestCell - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  // Does not count for the length: Excel reads it as one character.
  return cut.replace(escapeLike, "_x005F_");
}

/** Returns the day "2026-11-21" or moment "2026-11-21 14:30" as a spreadsheet's serial: days since 30 December 1899. */
export function toSerial(written: string): number {
  const [day, time = "00:00"] = written.split(" ");
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}
