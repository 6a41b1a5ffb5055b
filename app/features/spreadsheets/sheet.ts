/** What a column holds: in a workbook text, a day, a moment or an amount of its own kind; in CSV what stands for it. */
export type CellKind = "text" | "day" | "moment" | "cents";

/** A column: the key its values are found by, its title, its width in characters, and what it holds. */
export interface SheetColumn<Key extends string = string> {
  key: Key;
  title: string;
  width: number;
  holds: CellKind;
}

/** A file of rows: what it and its sheet are called, and its columns in order. */
export interface Sheet<Key extends string = string> {
  /** The file's name, without what it ends in. */
  file: string;
  sheet: string;
  columns: readonly SheetColumn<Key>[];
}

/** A cell on its way: text; a day "2026-11-21" or moment "2026-11-21 14:30" of São Paulo; cents; null for none. */
export type CellValue = string | number | null;

/** Stands for what is missing (product.md, Exports). */
export const missing = "-";
