import { z } from "zod";
import type { BankLine, BankStatement, UnreadLine } from "./bank-line";

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
