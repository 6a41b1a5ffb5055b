/** A movement of the bank account, as its statement lists it. */
export interface BankLine {
  /** "2026-11-23" */
  day: string;
  /** Negative for money that left the account. */
  cents: number;
  /** The bank's description, often with the other side's name. */
  text: string;
  /** The Pix end-to-end id if the line has one, else the bank's own number, else its day. At most 100 characters. */
  reference: string;
}

/** Lines of one file: a file with more is refused, so that none is left out unseen. */
export const maxLines = 20_000;

const maxTextLength = 300;

/** The end-to-end id of a Pix or of its return: 32 characters that begin with the ISPB of a bank and a time. */
const endToEndId = /\b[ED]\d{8}20\d{10}[0-9A-Za-z]{11}\b/;

/** Whether a reference is the end-to-end id of a Pix, which names one transfer alone. */
export function isEndToEndId(reference: string): boolean {
  return endToEndId.exec(reference)?.[0] === reference;
}

/** A line without a number of its own has its day as its reference. */
const writePlaceholder = (day: string) => `Extrato ${day}`;

/** Returns whether a reference names only the day of its line, which other lines have, too. */
export function isPlaceholderReference(reference: string): boolean {
  return /^Extrato \d{4}-\d{2}-\d{2}$/.test(reference);
}

/**
 * Returns the lines of one file with references that identify them. A Pix that the file lists twice is one line, and a
 * number that several lines of an amount share, such as "000000", names none of them.
 */
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

const withReference = ({ day, cents, text }: BankLine, reference: string): BankLine => ({
  day,
  cents,
  text,
  reference,
});

/** Returns a text in one line: control characters, which the database refuses, are spaces. */
const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** Returns a line; undefined if its day or amount is no valid one. */
export function makeBankLine(read: {
  day: string | undefined;
  cents: number | undefined;
  text: string;
  id: string;
}): BankLine | undefined {
  const { day, cents } = read;
  if (day === undefined || cents === undefined || cents === 0) return undefined;
  const text = clean(read.text).slice(0, maxTextLength);
  const id = clean(read.id);
  const endToEnd = endToEndId.exec(`${id} ${text}`)?.[0];
  return { day, cents, text, reference: (endToEnd ?? (id || writePlaceholder(day))).slice(0, 100) };
}

/**
 * Parses an amount as Brazilian banks write it: "-642.20", "-1.247,84", "R$ 642,20", "642,20-", "642,20 D". Returns
 * cents, negative for money that left; undefined if it is no amount.
 */
export function parseBankAmount(written: string): number | undefined {
  const found = /^(?:R\$)?([+-]?)(?:R\$)?([0-9.,]{0,19}[0-9])([+-]?)([DC]?)$/i.exec(
    written.replace(/\s/g, ""),
  );
  if (!found) return undefined;
  const [, before, number = "", after, side] = found;
  const mark = Math.max(number.lastIndexOf(","), number.lastIndexOf("."));
  // Without decimals "1.247" has a thousands separator.
  const hasCents = mark >= 0 && number.length - mark <= 3;
  const whole = (hasCents ? number.slice(0, mark) : number).replace(/[.,]/g, "");
  const fraction = hasCents ? number.slice(mark + 1).padEnd(2, "0") : "00";
  if (!/^[0-9]{1,13}$/.test(whole || "0") || !/^[0-9]{2}$/.test(fraction)) return undefined;
  const cents = Number(whole || "0") * 100 + Number(fraction);
  const negative = before === "-" || after === "-" || side?.toUpperCase() === "D";
  return negative && cents !== 0 ? -cents : cents;
}

/**
 * Parses "23/11/2026", "23/11/26", "2026-11-23" or "20261123…". Returns "2026-11-23"; undefined for no date of the
 * calendar.
 */
export function parseBankDay(written: string): string | undefined {
  const text = written.trim();
  const byDay = /^(\d{2})[/.-](\d{2})[/.-](\d{4}|\d{2})(?!\d)/.exec(text);
  const byYear = /^(\d{4})[/-]?(\d{2})[/-]?(\d{2})/.exec(text);
  const [year, month, day] = byDay ? [byDay[3], byDay[2], byDay[1]] : byYear ? byYear.slice(1, 4) : [];
  if (!year || !month || !day) return undefined;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
