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
