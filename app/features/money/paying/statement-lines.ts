import { z } from "zod";
import { type Day, formatChartDay } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import type { BankLine, BankStatement, UnreadLine } from "./bank-line";
import type { Proposal } from "./match-lines";

/** Lines in a page: those of some thousand payouts. */
export const carriedMaxBytes = 512 * 1024;

const oneLine = /^\P{Cc}*$/u;

const carried = z.array(
  z.tuple([
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    z.number().int().min(-1e12).max(1e12),
    z.string().max(300).regex(oneLine),
    z.string().min(1).max(100).regex(oneLine),
  ]),
);

/** For a hidden field: statements are not stored. */
export function writeCarriedLines(lines: readonly BankLine[]): string {
  return JSON.stringify(lines.map(({ day, cents, text, reference }) => [day, cents, text, reference]));
}

/** Undefined if the hidden field was changed. */
export function readCarriedLines(text: string): BankLine[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return carried
    .safeParse(value)
    .data?.map(([day, cents, lineText, reference]) => ({ day, cents, text: lineText, reference }));
}

const maxUnreadShown = 50;

/** `unread`: the first of `unreadCount`. */
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

/** From a hidden field; empty if it was changed. */
export function readCarriedNotes(text: string): StatementNotes {
  try {
    return carriedNotes.parse(JSON.parse(text));
  } catch {
    return { unreadCount: 0, unread: [], summaryCount: 0 };
  }
}

export interface Tick {
  line: number;
  payoutId: string;
}

export const writeTick = ({ line, payoutId }: Tick): string => `${line}.${payoutId}`;

export function parseTick(value: string): Tick | undefined {
  const [, line, payoutId] = /^(\d{1,5})\.([0-9a-f-]{36})$/.exec(value) ?? [];
  return line && payoutId ? { line: Number(line), payoutId } : undefined;
}

/** In São Paulo. */
export function endOfDay(day: Day): Date {
  return new Date(Date.parse(`${day}T00:00:00-03:00`) + 24 * 60 * 60 * 1000);
}

/**
 * In cents at the end of the day. The account may have money from before the ledger: then the difference is constant
 * from statement to statement.
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

/** Lines on a page: as many certain ones as a batch has payouts. */
const limits = { certain: 500, doubtful: 100, noted: 50 };

/** Reserved for the ticks, the unread lines and the proof of identity. */
const ticksMaxBytes = 128 * 1024;

function sortOf(proposal: Proposal): keyof typeof limits {
  if (!("certain" in proposal)) return "noted";
  return proposal.certain ? "certain" : "doubtful";
}

/** Length in a form. */
const bytesOf = (line: BankLine) => new URLSearchParams({ "": writeCarriedLines([line]) }).toString().length;

/** In their order, certain ones first chosen. `left`: lines that do not fit. */
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
