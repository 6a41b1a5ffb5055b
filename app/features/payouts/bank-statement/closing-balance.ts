import { type Day, formatChartDay } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";

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
