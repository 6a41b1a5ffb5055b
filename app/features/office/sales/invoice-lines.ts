import { readCsvRows } from "~/features/base/documents/csv";
import { readPaddedTaxId } from "~/features/base/form-fields/tax-id";
import { foldText } from "~/i18n/accents";
import { plainCode } from "~/ui/forms/plain-code";
import type { Month } from "./accounting";

export interface InvoiceLine {
  line: number;
  /** The creator's; otherwise CPF or CNPJ without punctuation. */
  email: string | null;
  taxId: string | null;
  month: Month;
  number: string;
  link: string | null;
}

type InvoiceProblem = "creator" | "month" | "number" | "link" | "twice" | "unknown" | "several";

export interface BadLine {
  line: number;
  problem: InvoiceProblem;
}

/** Several years of creators. */
export const maxInvoiceLines = 20_000;

const numberMaxLength = 60;

/** Digits, letters and marks between them: no spreadsheet formula, and nothing invisible. */
const isInvoiceNumber = (typed: string) => /^[0-9A-Za-zÀ-ÿ][0-9A-Za-zÀ-ÿ ./ºª°-]*$/.test(typed);
const linkMaxLength = 500;

interface Columns {
  email: number;
  taxId: number;
  month: number;
  number: number;
  link: number;
}

const inOrder: Columns = { email: 0, taxId: -1, month: 1, number: 2, link: 3 };

/** Undefined if it is a row of data. */
function findColumns(row: readonly string[]): Columns | undefined {
  const titles = row.map(foldText);
  const find = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title));
  const month = find(/^(mes|competencia|month)\b/);
  const number = find(/^(numero|n[.º°]|nfs|nota|number)/);
  const email = find(/^(e-?mail|criador|creator)/);
  const taxId = find(/^(cpf|cnpj|documento)/);
  if (month < 0 || number < 0 || (email < 0 && taxId < 0)) return undefined;
  const exact = find(/^e-?mail/);
  return { email: exact < 0 ? email : exact, taxId, month, number, link: find(/^(link|url|endereco)/) };
}

/** "2026-11" of "11/2026", "2026-11" or a day of that month; otherwise undefined. */
export function parseInvoiceMonth(typed: string): Month | undefined {
  const match =
    /^(?:\d{1,2}\/)?(?<month>\d{1,2})\/(?<year>20\d{2})$/.exec(typed) ??
    /^(?<year>20\d{2})-(?<month>\d{2})(?:-\d{2})?$/.exec(typed);
  const { year, month } = match?.groups ?? {};
  if (!year || !month || Number(month) < 1 || Number(month) > 12) return undefined;
  return `${year}-${month.padStart(2, "0")}`;
}

function isLink(typed: string): boolean {
  return (
    typed.length <= linkMaxLength &&
    /^https:\/\/[^\s"'<>]+$/.test(typed) &&
    URL.canParse(typed) &&
    new URL(typed).username === ""
  );
}

/** By e-mail, or by the number in its own or the e-mail's column. */
function readCreator(email: string, taxId: string): Pick<InvoiceLine, "email" | "taxId"> | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return { email, taxId: null };
  const number = readPaddedTaxId(email === "" ? taxId : email);
  return number === undefined ? undefined : { email: null, taxId: number };
}

function readLine(cells: readonly string[], columns: Columns, line: number): InvoiceLine | BadLine {
  const cell = (column: keyof Columns) => plainCode(cells[columns[column]] ?? "");
  const [creator, month, number, link] = [
    readCreator(cell("email").toLowerCase(), cell("taxId")),
    parseInvoiceMonth(cell("month")),
    (cells[columns.number] ?? "").trim(),
    cell("link"),
  ];
  if (!creator) return { line, problem: "creator" };
  if (!month) return { line, problem: "month" };
  if (number.length > numberMaxLength || !isInvoiceNumber(number)) return { line, problem: "number" };
  if (link !== "" && !isLink(link)) return { line, problem: "link" };
  return { line, ...creator, month, number, link: link || null };
}

/**
 * CSV with or without titles, separated by semicolons, commas or tabs. `bad`: unreadable lines, and the second for a
 * creator and month. `more`: further lines were not read.
 */
export function parseInvoices(text: string): { lines: InvoiceLine[]; bad: BadLine[]; more: boolean } {
  const sample =
    text
      .trimStart()
      .slice(0, 2_000)
      .split(/[\r\n]/)[0] ?? "";
  const delimiter = [";", "\t", ","].find((sign) => sample.includes(sign)) ?? ";";
  const { rows, more } = readCsvRows(text, { delimiter, maxLines: maxInvoiceLines + 1 });
  const lines: InvoiceLine[] = [];
  const bad: BadLine[] = [];
  const seen = new Set<string>();
  let columns: Columns | undefined;
  let read = 0;
  for (const { cells, line } of rows) {
    if (!columns) {
      columns = findColumns(cells) ?? inOrder;
      if (columns !== inOrder) continue;
    }
    if (read === maxInvoiceLines) return { lines, bad, more: true };
    read += 1;
    const invoice = readLine(cells, columns, line);
    const key = "email" in invoice ? `${invoice.email ?? invoice.taxId} ${invoice.month}` : undefined;
    if ("problem" in invoice) bad.push(invoice);
    else if (key && seen.has(key)) bad.push({ line, problem: "twice" });
    else {
      if (key) seen.add(key);
      lines.push(invoice);
    }
  }
  return { lines, bad, more };
}
