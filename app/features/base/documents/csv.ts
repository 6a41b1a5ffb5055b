/**
 * Writes every CSV file, as spreadsheets in Portuguese read it: UTF-8 with a byte order mark, semicolons, CRLF, text in
 * quotes (RFC 4180), decimal commas, days first. Text that a spreadsheet would run as a formula gets an apostrophe
 * before it (sheet.ts).
 */
import { type CellKind, type CellValue, guardText, missing, type SheetColumn } from "./sheet";

/** Excel needs it to read a file as UTF-8. */
export const byteOrderMark = "\uFEFF";

const separator = ";";
const lineEnd = "\r\n";

/** Returns a row of texts and amounts in cents, which may be negative. */
export function formatCsvRow(cells: readonly (string | number)[]): string {
  return (
    cells.map((cell) => (typeof cell === "number" ? formatAmount(cell) : quote(cell))).join(separator) +
    lineEnd
  );
}

/** Returns the rows of a sheet. Missing values are a dash. */
export function formatCsvRows(
  rows: readonly (readonly CellValue[])[],
  columns: readonly Pick<SheetColumn, "holds">[],
): string {
  const lines = rows.map(
    (row) => columns.map(({ holds }, at) => formatCell(row[at] ?? "", holds)).join(separator) + lineEnd,
  );
  return lines.join("");
}

function formatCell(value: string | number, holds: CellKind): string {
  if (value === "") return holds === "text" ? quote(missing) : missing;
  if (typeof value === "number") return formatAmount(value);
  return holds === "text" ? quote(value) : formatTime(value);
}

function quote(text: string): string {
  const guarded = guardText(text);
  return `"${guarded.includes('"') ? guarded.replaceAll('"', '""') : guarded}"`;
}

function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** "2026-11-21" or "2026-11-21 14:30", with the day first. */
function formatTime(value: string): string {
  return `${value.slice(8, 10)}/${value.slice(5, 7)}/${value.slice(0, 4)}${value.slice(10)}`;
}

const moment = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Sao_Paulo",
});

/** Returns a moment as "dd/mm/yyyy HH:mm", by São Paulo's clock. */
export function formatCsvDate(date: Date): string {
  const parts = Object.fromEntries(moment.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}`;
}
