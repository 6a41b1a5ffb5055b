import type { CellObject } from "sheetjs-style";
import { cutToCell, toSerial } from "./cell-text";
import { guardText } from "./formula-guard";
import { type CellKind, type CellValue, missing } from "./sheet";

const formats = { day: "dd/mm/yyyy", moment: "dd/mm/yyyy hh:mm", cents: "#,##0.00" };

/**
 * Returns a value as a workbook's cell, "-" for a missing one. Days, moments and amounts are numbers with a format.
 * Text gets the guard of CSV, too: a program that saves a workbook as CSV writes the bare text, whatever the cell's
 * type or `quotePrefix` says.
 */
export function toCell(value: CellValue, holds: CellKind): CellObject {
  if (value === null || value === "") return { t: "s", v: missing };
  if (holds === "text") return { t: "s", v: cutToCell(guardText(String(value))) };
  return { t: "n", v: typeof value === "number" ? value / 100 : toSerial(value), z: formats[holds] };
}
