import { type CsvRow, readCsvRows } from "~/features/base/documents/csv";
import { foldText } from "~/i18n/accents";
import {
  type BankAmount,
  type BankStatement,
  isMonthFirst,
  makeBankLine,
  makeUnreadLine,
  maxLines,
  parseBankAmount,
  parseBankDay,
  type Sign,
  withPlainSigns,
} from "./bank-line";

const maxRows = 2 * maxLines;

interface Columns {
  /** Columns with a title; further cells have no known meaning. */
  width: number;
  day: number;
  amount: number;
  debit: number;
  credit: number;
  sign: number;
  balance: number;
  id: number;
  texts: number[];
}

const signTitle =
  /^(?:d ?[/-]? ?c|c ?[/-]? ?d|natureza|sinal|deb(?:ito)? ?[/-] ?cred(?:ito)?|cred(?:ito)? ?[/-] ?deb(?:ito)?)\b(?! ?\()/;

/** Undefined unless it is a row of titles. */
function findColumns(row: readonly string[]): Columns | undefined {
  if (row.some((cell) => parseBankDay(cell) !== undefined)) return undefined;
  const titles = row.map((cell) => foldText(cell.slice(0, 60)));
  const first = (pattern: RegExp, except?: RegExp) =>
    titles.findIndex((title) => pattern.test(title) && !except?.test(title));
  const columns = {
    day: first(/^(?:data|date|dt|dia)\b/),
    amount: first(/^(?:valor|vlr|amount|quantia|montante)\b/, /saldo/),
    debit: first(/^(?:debitos?|saidas?|debits?)\b/, /credit|entrada/),
    credit: first(/^(?:creditos?|entradas?|credits?)\b/, /debit|saida/),
    sign: first(signTitle),
    balance: first(/^(?:saldo|balance)/),
    id: first(/^(?:identificador|id|docto|documento|numero do documento|n.? ?doc)/),
  };
  // "Crédito/Débito (R$)" as the only amount is the amount.
  if (columns.amount < 0 && columns.debit < 0 && columns.credit < 0) {
    columns.amount = titles.findIndex(
      (title) =>
        (title.includes("debit") && title.includes("credit")) ||
        (title.includes("entrada") && title.includes("saida")),
    );
    if (columns.amount === columns.sign) columns.sign = -1;
  }
  const hasAmount = columns.amount >= 0 || columns.debit >= 0 || columns.credit >= 0;
  if (columns.day < 0 || !hasAmount) return undefined;
  const taken = new Set(Object.values(columns));
  const texts = titles.flatMap((title, at) =>
    taken.has(at) || /^(?:saldo|data|date|balance|tipo de moeda)/.test(title) ? [] : [at],
  );
  return { width: row.length, ...columns, texts };
}

/** Columns without titles, by a row of data: a date, texts, an amount. */
function guessColumns(row: readonly string[]): Columns | undefined {
  const day = row.findIndex((cell) => parseBankDay(cell) !== undefined);
  const amount = row.findIndex((cell, at) => at > day && isAmount(cell));
  if (day < 0 || amount < 0) return undefined;
  const texts = row.flatMap((cell, at) => (at !== day && at !== amount && !isAmount(cell) ? [at] : []));
  return { width: row.length, day, amount, debit: -1, credit: -1, sign: -1, balance: -1, id: -1, texts };
}

/** With decimals: a number without them may be a document's. */
const isAmount = (cell: string) => parseBankAmount(cell)?.decimal !== undefined;

const signWords: Record<string, Sign> = {};
for (const word of ["d", "db", "deb", "debito", "debit", "saida", "-"]) signWords[word] = "-";
for (const word of ["c", "cr", "cred", "credito", "credit", "entrada", "+"]) signWords[word] = "+";

/** Only a sign; in a column of signs also its first letter. */
function readSign(cell: string, isSignColumn: boolean): Sign | undefined {
  if (cell.length > 20) return undefined;
  const bare = foldText(withPlainSigns(cell)).replace(/[().]/g, "").trim();
  const word = bare.length > 1 ? bare.replace(/ ?[+-]$/, "") : bare;
  return signWords[word] ?? (isSignColumn ? ({ s: "-", e: "+" } as const)[word] : undefined);
}

interface Style {
  /** Some amounts have a sign or brackets: the others are positive. */
  hasSigns: boolean;
  /** Some amounts have a letter: the others are unclear. */
  hasLetters: boolean;
  decimals: Set<BankAmount["decimal"]>;
  /** The month comes, or may come, first. */
  isMonthFirst: boolean;
}

/** Balances or totals: "SALDO ANTERIOR", "S A L D O", "Total". */
const summary =
  /^(?:s ?a ?l ?d ?o(?:$| (?:anterior|inicial|final|atual|parcial|total|bloqueado|disponivel|dia|do dia|do periodo|em|da conta|aplic))|total(?:$| geral| do | de )|totais)/;

function isSummary({ cells }: CsvRow, columns: Columns): boolean {
  const texts = cells.filter((_, at) => at !== columns.day || parseBankDay(cells[at] ?? "") === undefined);
  const text = foldText(texts.find((cell) => cell !== "")?.slice(0, 60) ?? "");
  const hasDay = parseBankDay(cells[columns.day] ?? "") !== undefined;
  return summary.test(text) && !(hasDay && text.startsWith("tota"));
}

/** With or without titles; undefined without movements. */
export function parseStatementCsv(text: string): BankStatement | undefined {
  const sample = text.slice(0, 50_000);
  const scores = [";", ",", "\t", "|"].map((delimiter) => {
    const { statement, hasTitles } = readRows(readCsvRows(sample, { delimiter, maxLines: 200 }).rows);
    const score = statement.lines.length * 3 + (hasTitles ? 2 : 0) + (statement.unread.length > 0 ? 1 : 0);
    return { delimiter, score };
  });
  const [best] = scores.sort((one, other) => other.score - one.score);
  if (!best || best.score === 0) return undefined;
  const { rows, more } = readCsvRows(text, { delimiter: best.delimiter, maxLines: maxRows });
  const { statement } = readRows(rows);
  const isTooLong = more || statement.lines.length + statement.unread.length > maxLines;
  const isNone = statement.lines.length + statement.unread.length + statement.summaryCount === 0;
  return isNone ? undefined : { ...statement, isTooLong };
}

function readRows(rows: readonly CsvRow[]): { statement: BankStatement; hasTitles: boolean } {
  const statement: BankStatement = { lines: [], unread: [], summaryCount: 0, isTooLong: false };
  const firstTitles = rows.find(({ cells, isBroken }) => !isBroken && findColumns(cells));
  const firstData = firstTitles
    ? undefined
    : rows.find(({ cells, isBroken }) => !isBroken && guessColumns(cells));
  let columns = firstTitles ? undefined : firstData && guessColumns(firstData.cells);
  if (!firstTitles && !columns) return { statement, hasTitles: false };
  const style = findStyle(rows, columns);
  const balances: { day: string; cents: number }[] = [];
  for (const row of rows) {
    const titles = row.isBroken ? undefined : firstTitles && findColumns(row.cells);
    if (titles) {
      columns = titles;
      continue;
    }
    // A preamble has no movements; those before the titles have unknown columns.
    const unread = () => statement.unread.push(makeUnreadLine(row.line, row.cells.join(" ")));
    if (row.isBroken) unread();
    else if (!columns || (firstData && row.line < firstData.line)) {
      if (guessColumns(row.cells)) unread();
    } else {
      const balance = readBalance(row, columns);
      if (balance) balances.push(balance);
      const line = isSummary(row, columns) ? "summary" : readLine(row, columns, style);
      if (line === "summary") statement.summaryCount += 1;
      else if (line) statement.lines.push(line);
      else unread();
    }
  }
  const [first, last] = [balances[0], balances.at(-1)];
  // Some banks write the newest day first.
  const closing = first && last && first.day > last.day ? first : last;
  if (closing) Object.assign(statement, { closingBalanceCents: closing.cents, closingDay: closing.day });
  return { statement, hasTitles: firstTitles !== undefined };
}

function readBalance({ cells }: CsvRow, { day, balance }: Columns) {
  const [date, amount] = [parseBankDay(cells[day] ?? ""), parseBankAmount(cells[balance] ?? "")];
  if (!date || !amount) return undefined;
  return { day: date, cents: amount.sign === "-" && amount.cents !== 0 ? -amount.cents : amount.cents };
}

function findStyle(rows: readonly CsvRow[], guessed: Columns | undefined): Style {
  const style: Style = { hasSigns: false, hasLetters: false, decimals: new Set(), isMonthFirst: false };
  let columns = guessed;
  for (const row of rows) {
    const titles = row.isBroken || guessed ? undefined : findColumns(row.cells);
    columns = titles ?? columns;
    if (!columns || titles || row.isBroken) continue;
    if (isMonthFirst(row.cells[columns.day] ?? "")) style.isMonthFirst = true;
    if (parseBankDay(row.cells[columns.day] ?? "") === undefined || isSummary(row, columns)) continue;
    for (const at of [columns.amount, columns.debit, columns.credit]) {
      const amount = parseBankAmount(row.cells[at] ?? "");
      if (!amount) continue;
      style.decimals.add(amount.decimal);
      if (at !== columns.amount || !amount.sign) continue;
      if (amount.hasLetter) style.hasLetters = true;
      else style.hasSigns = true;
    }
  }
  return style;
}

function readLine({ cells }: CsvRow, columns: Columns, style: Style) {
  const written = cells[columns.day] ?? "";
  if (style.isMonthFirst && written.includes("/")) return undefined;
  return makeBankLine({
    day: parseBankDay(written),
    cents: readCents(cells, columns, style),
    text: columns.texts.map((at) => cells[at] ?? "").join(" "),
    id: cells[columns.id] ?? "",
  });
}

/** Negative for money that left; undefined if amount or sign is missing or contradictory. */
function readCents(cells: readonly string[], columns: Columns, style: Style): number | undefined {
  const signs = new Set<Sign>();
  const sums = new Set<number>();
  const use = (at: number, side?: Sign): boolean => {
    const cell = cells[at] ?? "";
    if (at < 0 || cell === "") return true;
    const amount = parseBankAmount(cell);
    // "1.247" is a thousand unless the file's decimal mark is a point; "1,247" only if it is.
    if (!amount || (amount.group && style.decimals.has(".") !== (amount.group === ",")))
      return side !== undefined && /^(?:R\$ ?)?[-–—]$/.test(cell);
    if (side && amount.cents === 0) return true;
    sums.add(amount.cents);
    // A debit column may have a minus, a credit column may not.
    const sign = amount.sign ?? (side === undefined && style.hasSigns && !style.hasLetters ? "+" : undefined);
    if (sign) signs.add(sign);
    if (side) signs.add(side);
    return true;
  };
  if (!use(columns.amount) || !use(columns.debit, "-") || !use(columns.credit, "+")) return undefined;
  for (const [at, cell] of cells.entries()) {
    const isOther = [
      columns.day,
      columns.amount,
      columns.debit,
      columns.credit,
      columns.balance,
      columns.id,
    ].includes(at);
    if (isOther || cell === "") continue;
    if (at >= columns.width && at - 1 !== columns.amount) return undefined;
    // A letter after a balance belongs to it.
    if (at - 1 !== columns.amount && at !== columns.sign && isAmount(cells[at - 1] ?? "")) continue;
    const sign = readSign(cell, at === columns.sign);
    if (sign) signs.add(sign);
    else if (at === columns.sign || at >= columns.width) return undefined;
  }
  const [cents, ...others] = sums;
  if (cents === undefined) return undefined;
  if (cents === 0 && others.length === 0) return 0;
  const [sign, contrary] = signs;
  if (others.length > 0 || sign === undefined || contrary !== undefined) return undefined;
  return sign === "-" ? -cents : cents;
}
