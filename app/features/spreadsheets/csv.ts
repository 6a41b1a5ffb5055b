/**
 * The rules of every CSV file, as spreadsheets in Portuguese read it: UTF-8 with its mark, semicolons, CRLF, each text
 * in quotes (RFC 4180), decimal commas, days first. What people typed stays text: where it begins as a formula or a
 * command does, an apostrophe comes before it (OWASP, CSV injection). Few rows are written here; a million are written by
 * the database, by the same rules (cells.queries.server.ts).
 */
import { type CellKind, missing } from "./sheet";

/** A cell: text, or an amount in cents. */
export type Cell = string | number;

/** What Excel needs to take a file for UTF-8. */
export const byteOrderMark = "\uFEFF";

export const separator = ";";

export const lineEnd = "\r\n";

/** What a text begins with that a spreadsheet would run, also as East Asian keyboards write it. */
export const runningSigns = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"] as const;

/** Put before such a text. Alone, the dash for what is missing is none. */
export const guard = "'";

/** How PostgreSQL writes a day and a moment of São Paulo. */
export const timeFormats: Record<Extract<CellKind, "day" | "moment">, string> = {
  day: "DD/MM/YYYY",
  moment: "DD/MM/YYYY HH24:MI",
};

/** Writes a row. Amounts are numbers, also negative ones. */
export function formatCsvRow(cells: readonly Cell[]): string {
  const written = cells.map((cell) => (typeof cell === "number" ? formatAmount(cell) : formatText(cell)));
  return written.join(separator) + lineEnd;
}

function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Returns the text with the guard before it where a spreadsheet would run it. */
function guardText(text: string): string {
  const runs = text !== missing && runningSigns.some((sign) => text.startsWith(sign));
  return runs ? guard + text : text;
}

function formatText(text: string): string {
  return `"${guardText(text).replaceAll('"', '""')}"`;
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

/** Writes a moment as "dd/mm/yyyy HH:mm", by São Paulo's clock. */
export function formatCsvDate(date: Date): string {
  const parts = Object.fromEntries(moment.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}`;
}
