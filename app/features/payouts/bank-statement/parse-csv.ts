import { foldText } from "~/features/base/form-fields/accents";
import { type BankLine, makeBankLine, maxLines, parseBankAmount, parseBankDay } from "./bank-line";

const maxCells = 40;

/** More than `maxLines` with the rows of titles and balances between them; further ones are not read. */
const maxRows = 2 * maxLines;

/** Returns the rows of a CSV text with a delimiter; quotes as in RFC 4180. */
export function splitCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    if (row.length < maxCells) row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((value) => value !== "")) rows.push(row);
    row = [];
    return rows.length < maxRows;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (sign === delimiter) endCell();
    else if (sign === "\n" || sign === "\r") {
      if (!endRow()) return rows;
    } else cell += sign;
  }
  endRow();
  return rows;
}

interface Columns {
  day: number;
  amount: number;
  debit: number;
  credit: number;
  id: number;
  texts: number[];
}

/** Returns the columns that a row of titles names; undefined for a row that is no such row. */
function findColumns(row: readonly string[]): Columns | undefined {
  const titles = row.map(foldText);
  const first = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title));
  const columns = {
    day: first(/^(data|date)\b/),
    amount: first(/^(valor|amount)\b/),
    debit: first(/^debito|^saidas?\b/),
    credit: first(/^credito|^entradas?\b/),
    id: first(/^(identificador|id|docto|documento|numero do documento|n.? ?doc)/),
  };
  if (columns.day < 0 || (columns.amount < 0 && columns.debit < 0)) return undefined;
  const taken = new Set(Object.values(columns));
  const texts = titles.flatMap((title, at) =>
    taken.has(at) || /^(saldo|data|balance|tipo de moeda)/.test(title) ? [] : [at],
  );
  return { ...columns, texts };
}

/** Returns the columns of a file without titles, by its first row of data: a date, texts, an amount. */
function guessColumns(row: readonly string[]): Columns | undefined {
  const day = row.findIndex((cell) => parseBankDay(cell) !== undefined);
  const amount = row.findIndex((cell, at) => at > day && isAmount(cell));
  if (day < 0 || amount < 0) return undefined;
  const texts = row.flatMap((cell, at) => (at !== day && at !== amount && !isAmount(cell) ? [at] : []));
  return { day, amount, debit: -1, credit: -1, id: -1, texts };
}

/** An amount with decimals: a number alone may be a document's. */
const isAmount = (cell: string) => /[.,]\d{2}\s*[-+DC]?$/i.test(cell) && parseBankAmount(cell) !== undefined;

function readAmount(row: readonly string[], { amount, debit, credit }: Columns): number | undefined {
  if (amount >= 0) return parseBankAmount(row[amount] ?? "");
  const out = parseBankAmount(row[debit] ?? "");
  if (out) return -Math.abs(out);
  return credit < 0 ? undefined : parseBankAmount(row[credit] ?? "");
}

/**
 * Returns the movements of a bank's CSV file, with or without a row of titles. Returns undefined if no row is a
 * movement.
 */
export function parseStatementCsv(text: string): BankLine[] | undefined {
  const sample = text.slice(0, 20_000);
  const counts = [";", ",", "\t", "|"].map((sign) => ({ sign, count: sample.split(sign).length }));
  const delimiters = counts.sort((one, other) => other.count - one.count).map(({ sign }) => sign);
  for (const delimiter of delimiters) {
    const lines = readRows(splitCsv(text, delimiter));
    if (lines.length > 0) return lines;
  }
  return undefined;
}

function readRows(rows: readonly string[][]): BankLine[] {
  const titlesAt = rows.findIndex((row) => findColumns(row) !== undefined);
  const first = rows.find((row) => guessColumns(row) !== undefined);
  const columns = titlesAt >= 0 ? findColumns(rows[titlesAt] ?? []) : first && guessColumns(first);
  if (!columns) return [];
  const lines: BankLine[] = [];
  for (const row of rows.slice(titlesAt + 1)) {
    const line = makeBankLine({
      day: parseBankDay(row[columns.day] ?? ""),
      cents: readAmount(row, columns),
      text: columns.texts.map((at) => row[at] ?? "").join(" "),
      id: row[columns.id] ?? "",
    });
    if (line) lines.push(line);
    if (lines.length > maxLines) break;
  }
  return lines;
}
