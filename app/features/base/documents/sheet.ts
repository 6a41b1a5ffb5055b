export type CellKind = "text" | "day" | "moment" | "cents";

/** `width`: in characters. */
export interface SheetColumn<Key extends string = string> {
  key: Key;
  title: string;
  width: number;
  holds: CellKind;
}

/** `file`: without extension. */
export interface Sheet<Key extends string = string> {
  file: string;
  sheet: string;
  columns: readonly SheetColumn<Key>[];
}

/** Text; a day "2026-11-21" or moment "2026-11-21 14:30" of São Paulo; cents; null if missing. */
export type CellValue = string | number | null;

/** Written for a missing value (product.md, Exports). */
export const missing = "-";

/** Also as East Asian keyboards write them. */
export const formulaStarts = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"] as const;

const starts: ReadonlySet<string> = new Set(formulaStarts);

/** Adds an apostrophe to text that a spreadsheet would run as a formula (OWASP, CSV injection). */
export function guardText(text: string): string {
  return text !== missing && starts.has(text.charAt(0)) ? `'${text}` : text;
}

/** In UTF-16 units (Excel's limits). */
export const longestCell = 32_767;

/** Control characters that LibreOffice shows as escapes (`_x0001_`), and those that XML 1.0 lacks. */
const unwritable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]/gu;

/** Excel reads `_x003D_` as "=" (ECMA-376, 22.9.2.19). */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

/**
 * Cuts long text between characters, with an ellipsis. A lone carriage return becomes a space: LibreOffice shows its
 * escape. U+FFFD replaces characters that would make the file unreadable.
 */
export function cutToCell(written: string): string {
  const text = written.replaceAll("\r\n", "\n").replaceAll("\r", " ").replace(unwritable, "\uFFFD");
  const cut =
    text.length <= longestCell ? text : `${text.slice(0, longestCell - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  // Excel reads it as one character, so it does not count for the length.
  return cut.replace(escapeLike, "_x005F_");
}

/** Days since 30 December 1899. `written`: "2026-11-21" or "2026-11-21 14:30". */
export function toSerial(written: string): number {
  const [day, time = "00:00"] = written.split(" ");
  return Date.parse(`${day}T${time}:00Z`) / 86_400_000 + 25_569;
}
