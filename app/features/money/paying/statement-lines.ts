import { z } from "zod";
import { type Day, formatChartDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import type { BankLine, BankStatement, UnreadLine } from "./bank-line";
import type { Proposal } from "./match-lines";

/** Maximum size of the lines that a page carries, in bytes: those of some thousand payouts. */
export const carriedMaxBytes = 512 * 1024;

/** As lines are written: without the control characters that the database refuses. */
const oneLine = /^\P{Cc}*$/u;

const carried = z.array(
  z.tuple([
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    z.number().int().min(-1e12).max(1e12),
    z.string().max(300).regex(oneLine),
    z.string().min(1).max(100).regex(oneLine),
  ]),
);

/** Writes lines for a hidden field: the server keeps no statement. */
export function writeCarriedLines(lines: readonly BankLine[]): string {
  return JSON.stringify(lines.map(({ day, cents, text, reference }) => [day, cents, text, reference]));
}

/** Reads lines from a hidden field. Returns undefined if it was changed into something else. */
export function readCarriedLines(text: string): BankLine[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = carried.safeParse(value);
  return parsed.success
    ? parsed.data.map(([day, cents, said, reference]) => ({ day, cents, text: said, reference }))
    : undefined;
}

/** Unread lines that a page shows, with their number in the file. */
const maxUnreadShown = 50;

/** What a file has beside movements: `unread` are the first of `unreadCount` lines. */
export interface StatementNotes {
  unreadCount: number;
  unread: UnreadLine[];
  summaryCount: number;
}

const count = z.number().int().min(0).max(1e6);
const carriedNotes = z.object({
  unreadCount: count,
  unread: z.array(z.object({ number: count, text: z.string().max(80) })).max(maxUnreadShown),
  summaryCount: count,
});

export function noteStatement({ unread, summaryCount }: BankStatement): StatementNotes {
  return { unreadCount: unread.length, unread: unread.slice(0, maxUnreadShown), summaryCount };
}

/** Reads notes from a hidden field, which holds them as JSON. Returns empty ones if it was changed. */
export function readCarriedNotes(text: string): StatementNotes {
  try {
    return carriedNotes.parse(JSON.parse(text));
  } catch {
    return { unreadCount: 0, unread: [], summaryCount: 0 };
  }
}

/** A ticked box: the number of a line and the payout that it confirms. */
export interface Tick {
  line: number;
  payoutId: string;
}

export const writeTick = ({ line, payoutId }: Tick): string => `${line}.${payoutId}`;

/** Returns undefined if it is no tick. */
export function parseTick(value: string): Tick | undefined {
  const [, line, payoutId] = /^(\d{1,5})\.([0-9a-f-]{36})$/.exec(value) ?? [];
  return line && payoutId ? { line: Number(line), payoutId } : undefined;
}

/** Returns the instant at which a day ends in São Paulo. */
export function endOfDay(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00-03:00`) + 24 * 60 * 60 * 1000);
}

/**
 * Compares the balance of a statement with that of the bank account in the books, both in cents at the end of its day.
 * The account may hold money that the books know nothing of, such as what it
 * held before: then the difference stays the same from statement to statement.
 */
export function compareClosingBalance(closingBalanceCents: number, day: Day, bookedCents: number) {
  const offCents = closingBalanceCents - bookedCents;
  const money = (cents: number) => formatMoney(cents === 0 ? 0 : cents, "BRL");
  return {
    day: formatChartDay(day),
    bank: money(closingBalanceCents),
    booked: money(bookedCents),
    difference: money(offCents),
    isEqual: offCents === 0,
  };
}

export type ComparedBalance = ReturnType<typeof compareClosingBalance>;

/** Maximum lines of each sort on a page: of the certain ones, as many as a batch has payouts. */
const limits = { certain: 500, doubtful: 100, noted: 50 };

/** Bytes of a sent form that its lines leave to the ticks, the unread lines and the proof of identity. */
const ticksMaxBytes = 128 * 1024;

function sortOf(proposal: Proposal): keyof typeof limits {
  if (!("certain" in proposal)) return "noted";
  return proposal.certain ? "certain" : "doubtful";
}

/** Returns the bytes of a line in a sent form. */
const bytesOf = (line: BankLine) => new URLSearchParams({ "": writeCarriedLines([line]) }).toString().length;

/**
 * Decides which proposals a page shows, in the order of their lines: the certain ones come first where not all fit.
 * `left`: how many lines do not fit. They are shown once the others are recorded and the statement is read again.
 */
export function selectShown(
  lines: readonly BankLine[],
  proposals: readonly Proposal[],
): { shown: Proposal[]; left: number } {
  const chosen = new Set<Proposal>();
  const counts = { certain: 0, doubtful: 0, noted: 0 };
  let bytes = 0;
  for (const sort of ["certain", "noted", "doubtful"] as const)
    for (const proposal of proposals) {
      const line = lines[proposal.line];
      if (!line || sortOf(proposal) !== sort) continue;
      if (counts[sort] === limits[sort]) break;
      bytes += bytesOf(line);
      if (bytes > carriedMaxBytes - ticksMaxBytes) break;
      counts[sort] += 1;
      chosen.add(proposal);
    }
  const shown = proposals.filter((proposal) => chosen.has(proposal));
  return { shown, left: proposals.length - shown.length };
}
