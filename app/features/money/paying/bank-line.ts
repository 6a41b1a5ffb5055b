export interface BankLine {
  day: string;
  /** Negative for money that left the account. */
  cents: number;
  /** The bank's description, often with the other side's name. */
  text: string;
  /** The Pix end-to-end id if the line has one, else the bank's own number, else its day. At most 100 characters. */
  reference: string;
}

/** Shown but never matched: day, amount or sign is missing or contradictory. */
export interface UnreadLine {
  /** Line of a CSV file, or number of a movement in an OFX file, from 1. */
  number: number;
  text: string;
}

export interface BankStatement {
  lines: BankLine[];
  unread: UnreadLine[];
  summaryCount: number;
  isTooLong: boolean;
  /** Currency of an account that is not in reais, such as "USD". */
  foreignCurrency?: string;
  /** At the end of `closingDay`, if the file states one. */
  closingBalanceCents?: number;
  closingDay?: string;
}

/** A file with more is refused, so that none is left out unseen. */
export const maxLines = 20_000;

const maxTextLength = 300;

/** Id of a Pix or its return: 32 characters that begin with a bank's ISPB and a time. */
const endToEndId = /\b[ED]\d{8}20\d{10}[0-9A-Za-z]{11}\b/;

export function isEndToEndId(reference: string): boolean {
  return endToEndId.exec(reference)?.[0] === reference;
}

/** The reference of a line without a number. */
const writePlaceholder = (day: string) => `Extrato ${day}`;

export function isPlaceholderReference(reference: string): boolean {
  return /^Extrato \d{4}-\d{2}-\d{2}$/.test(reference);
}

/** Merges a Pix listed twice. A number that several lines of an amount share names none of them. */
export function identifyLines(lines: readonly BankLine[]): BankLine[] {
  const keyOf = ({ cents, reference }: BankLine) => `${cents} ${reference}`;
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const key = keyOf(line);
    const isShared = (counts.get(key) ?? 0) > 1;
    if (!isShared) return [line];
    if (!isEndToEndId(line.reference)) return [withReference(line, writePlaceholder(line.day))];
    if (seen.has(key)) return [];
    seen.add(key);
    return [line];
  });
}

const withReference = (line: BankLine, reference: string): BankLine => ({ ...line, reference });

/** One line: the database refuses control characters. */
const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

export function makeBankLine(read: {
  day: string | undefined;
  cents: number | undefined;
  text: string;
  id: string;
}): BankLine | undefined {
  const { day, cents } = read;
  if (day === undefined || cents === undefined || !Number.isSafeInteger(cents)) return undefined;
  const text = clean(read.text.slice(0, 10 * maxTextLength)).slice(0, maxTextLength);
  const id = clean(read.id.slice(0, 10 * maxTextLength));
  const endToEnd = endToEndId.exec(`${id} ${text}`)?.[0];
  return { day, cents, text, reference: (endToEnd ?? (id || writePlaceholder(day))).slice(0, 100) };
}

export function makeUnreadLine(number: number, text: string): UnreadLine {
  return { number, text: clean(text.slice(0, 500)).slice(0, 80) };
}

export type Sign = "+" | "-";

export interface BankAmount {
  /** Cents, never negative. */
  cents: number;
  sign: Sign | undefined;
  /** The sign is a letter, "D" or "C". */
  hasLetter: boolean;
  decimal: "." | "," | undefined;
  /** Thousands separator of an amount without decimals; it may be a decimal mark. */
  group: "." | "," | undefined;
}

const maxAmountLength = 40;

/** U+2010 to U+2015, U+2212, U+FE58, U+FE63, U+FF0D. */
const minusSigns = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;

export const withPlainSigns = (text: string) => text.replace(minusSigns, "-").replace(/\uFF0B/g, "+");

const toCents = (whole: string, fraction: string) =>
  Number(whole || "0") * 100 + Number(fraction.padEnd(2, "0"));

/**
 * Parses "-642.20", "-1.247,84", "R$ 642,20", "642,20-", "642,20 D", "(642,20)". Undefined if it is no amount, or its
 * signs disagree.
 */
export function parseBankAmount(written: string): BankAmount | undefined {
  const trimmed = withPlainSigns(written.trim());
  if (trimmed.length > maxAmountLength) return undefined;
  // Spaces may only separate thousands; otherwise there are two numbers.
  if (/\d\s+\d/.test(trimmed) && !/^\D{0,8}\d{1,3}(?:\s\d{3}){1,4}(?:,\d{1,2})?\D{0,8}$/.test(trimmed))
    return undefined;
  const match =
    /^(\()?([+-])?(?:R\$|BRL)?([+-])?([0-9.,]{1,24})([+-]|\([+-]\))?(?:R\$|BRL)?(DB|CR|D|C)?(\))?$/i.exec(
      trimmed.replace(/\s/g, ""),
    );
  if (!match) return undefined;
  const [, open, before, inside, number = "", after, letter, close] = match;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const signs = new Set<string>();
  for (const sign of [before, inside, after?.replace(/[()]/g, "")]) if (sign) signs.add(sign);
  if (open) signs.add("-");
  if (letter) signs.add(/^D/i.test(letter) ? "-" : "+");
  if (signs.size > 1) return undefined;
  const read = readNumber(number);
  const [sign] = signs as Set<Sign>;
  return read && { ...read, sign, hasLetter: letter !== undefined };
}

function readNumber(number: string): Pick<BankAmount, "cents" | "decimal" | "group"> | undefined {
  const grouped =
    /^(\d{1,3}(?:\.\d{3}){1,4})(?:,(\d{1,2}))?$/.exec(number) ??
    /^(\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(number);
  if (grouped) {
    const [, whole = "", fraction] = grouped;
    const group = whole.includes(".") ? "." : ",";
    const cents = toCents(whole.replace(/[.,]/g, ""), fraction ?? "");
    if (fraction !== undefined) return { cents, decimal: group === "." ? "," : ".", group: undefined };
    return {
      cents,
      decimal: undefined,
      group: whole.indexOf(group) === whole.lastIndexOf(group) ? group : undefined,
    };
  }
  const [, whole = "", mark, fraction = ""] = /^(\d{0,13})(?:([.,])(\d{1,2})0{0,8})?$/.exec(number) ?? [];
  if (whole === "" && fraction === "") return undefined;
  return { cents: toCents(whole, fraction), decimal: mark as "." | "," | undefined, group: undefined };
}

/**
 * Parses a decimal number with "." or "," (OFX 2.2, section 3.2.9.1), such as "-237.8800". Cents, negative for money
 * that left; undefined if malformed or no whole number of cents.
 */
export function parseOfxAmount(written: string): number | undefined {
  const trimmed = written.trim();
  if (trimmed.length > maxAmountLength) return undefined;
  const match = /^([+-]?)\s{0,3}(\d{0,13})(?:[.,](\d{0,2})0{0,20})?$/.exec(withPlainSigns(trimmed));
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const cents = toCents(whole, fraction);
  return sign === "-" && cents !== 0 ? -cents : cents;
}

const months = [
  "jan",
  "fev|feb",
  "mar",
  "abr|apr",
  "mai|may",
  "jun",
  "jul",
  "ago|aug",
  "set|sep",
  "out|oct",
  "nov",
  "dez|dec",
];
const monthOf = (name: string) =>
  months.findIndex((names) => names.split("|").includes(name.slice(0, 3).toLowerCase())) + 1;

/**
 * Parses "23/11/2026", "5.11.26", "23-nov-2026", "23 de novembro de 2026", "2026-11-23" or "20261123", with or without
 * a time. Undefined if invalid or without a year.
 */
export function parseBankDay(written: string): string | undefined {
  const text = written.trim();
  if (text.length > 60) return undefined;
  const named = /^(\d{1,2})(?:[/. -]|º? de )([a-zç]{3,9})\.?(?:[/. -]| de )(\d{4}|\d{2})(?![0-9a-z])/i.exec(
    text,
  );
  const byDay = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?![0-9.,])/.exec(text);
  const byYear =
    /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?![0-9])/.exec(text) ??
    /^(20\d{2})()(\d{2})(\d{2})(?=$|\[|[ T]|\d{4}(?:\d{2})?(?:[.[ ]|$))/.exec(text);
  const [year, month, day] = named
    ? [named[3], String(monthOf(named[2] ?? "")), named[1]]
    : byDay
      ? [byDay[3], byDay[2], byDay[1]]
      : byYear
        ? [byYear[1], byYear[3], byYear[4]]
        : [];
  if (!year || !month || !day) return undefined;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** As in English spreadsheets: "11/23/2026". */
export function isMonthFirst(written: string): boolean {
  const [, first = "0", second = "0"] = /^(\d{1,2})\/(\d{1,2})\/\d{2}/.exec(written.trim()) ?? [];
  return Number(first) >= 1 && Number(first) <= 12 && Number(second) > 12 && Number(second) <= 31;
}
