import { type Day, formatChartDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import type { BankLine } from "./bank-line";
import { carriedMaxBytes, writeCarriedLines } from "./carried-lines";
import type { Proposal } from "./match-lines";

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
