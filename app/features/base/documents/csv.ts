/**
 * CSV for spreadsheets in Portuguese: UTF-8 with byte order mark, semicolons, CRLF, quoted text (RFC 4180), decimal
 * commas, days first. Text that would run as a formula gets an apostrophe (sheet.ts).
 */

import { parse } from "csv-parse/sync";
import { type CellKind, type CellValue, guardText, missing, type SheetColumn } from "./sheet";

/** Excel needs it to read a file as UTF-8. */
export const byteOrderMark = "\uFEFF";

const separator = ";";
const lineEnd = "\r\n";

/** Amounts in cents, which may be negative. */
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

/** "dd/mm/yyyy HH:mm", São Paulo time. */
export function formatCsvDate(date: Date): string {
  const parts = Object.fromEntries(moment.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}`;
}

export interface CsvRow {
  line: number;
  cells: string[];
  /** Uncertain cells: the row is too long, or an unclosed quote joins it with others. */
  isBroken: boolean;
}

const maxLineLength = 20_000;

const parseWith = (text: string, delimiter: string, quote: '"' | false) =>
  parse(text, {
    delimiter,
    quote,
    escape: quote || null,
    trim: true,
    info: true,
    relax_column_count: true,
    record_delimiter: "\n",
  }) as unknown as { record: string[]; info: { lines: number } }[];

/** Reads trimmed cells (RFC 4180), without empty lines; line by line if quotes do not match. `more`: beyond `maxLines`. */
export function readCsvRows(
  text: string,
  { delimiter, maxLines }: { delimiter: string; maxLines: number },
): { rows: CsvRow[]; more: boolean } {
  const rows: CsvRow[] = [];
  const lines: string[] = [];
  const numbers: number[] = [];
  let more = false;
  let number = 0;
  for (const [line] of text.replace(/^\uFEFF/, "").matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (line === "\r\n" || line === "\r" || line === "\n") number += 1;
    else if (lines.length + rows.length === maxLines) {
      more = true;
      break;
    } else if (line.length > maxLineLength)
      rows.push({ line: number + 1, cells: [line.slice(0, 200).trim()], isBroken: true });
    else if (line.trim() !== "") {
      lines.push(line);
      numbers.push(number + 1);
    }
  }
  let last = 0;
  for (const { record, info } of parseLines(lines, delimiter)) {
    // A row begins after the one before: a quoted cell may contain line breaks.
    const rowLines = lines.slice(last, info.lines);
    const first = last;
    last = info.lines;
    if (record.some((cell) => cell.includes("\n") && cell.includes(delimiter)))
      for (const [at, line] of rowLines.entries())
        rows.push({ line: numbers[first + at] ?? 0, cells: [line.slice(0, 200).trim()], isBroken: true });
    else if (record.some((cell) => cell !== ""))
      rows.push({ line: numbers[first] ?? 0, cells: record, isBroken: false });
  }
  return { rows: rows.sort((one, other) => one.line - other.line), more };
}

function parseLines(lines: readonly string[], delimiter: string) {
  const text = `${lines.join("\n")}\n`;
  try {
    return parseWith(text, delimiter, '"');
  } catch {
    return parseWith(text, delimiter, false).map(({ record, info }) => ({
      record: record.map(withoutQuotes),
      info,
    }));
  }
}

function withoutQuotes(cell: string): string {
  const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');
  return isQuoted ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;
}
