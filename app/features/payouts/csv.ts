/** A cell: text, or an amount in cents. */
export type Cell = string | number;

/** What Excel needs to take a file for UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Text that a spreadsheet would take for a formula or a command (OWASP, CSV injection). */
const runs = /^[=+\-@\t\r]/;

/**
 * Writes a row as spreadsheets in Portuguese read it: semicolons, decimal commas, CRLF (RFC 4180). Text that would run as a
 * formula stays text: an apostrophe comes before it. Amounts are numbers, also negative ones.
 */
export function formatCsvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? formatAmount(cell) : formatText(cell))).join(";")}\r\n`;
}

function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

function formatText(text: string): string {
  const safe = runs.test(text) ? `'${text}` : text;
  return /["';\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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
