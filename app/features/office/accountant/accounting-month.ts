import { startOfDay } from "~/features/base/money/day-start";
import { dayOf } from "~/features/base/money/days";

/** A month in São Paulo, "2026-10". */
export type Month = string;

/** How many months can be asked for, the current one included. */
const monthsOffered = 24;

/** Returns the months that can be asked for, the newest first. */
export function listAccountingMonths(now: Date): Month[] {
  const [year = 0, month = 1] = dayOf(now).split("-").map(Number);
  return Array.from({ length: monthsOffered }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** Returns the month that an address names, else the last one that is over. */
export function parseAccountingMonth(named: string | null, now: Date): Month {
  const months = listAccountingMonths(now);
  return months.find((month) => month === named) ?? months[1] ?? dayOf(now).slice(0, 7);
}

/** Returns the instants at which a month begins and ends in São Paulo. */
export function boundsOfMonth(month: Month): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { from: startOfDay(`${month}-01`), to: startOfDay(next) };
}
