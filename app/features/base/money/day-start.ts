import type { Day } from "./days";

/** In milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Brasília's offset behind UTC, in milliseconds: it has had no summer time since 2019 (Decreto 9.772/2019). */
export const behindUtcMs = 3 * hourMs;

/** Returns the moment at which a day begins in São Paulo, or an hour of that day; an invalid date for another text. */
export function startOfDay(day: Day, hour = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + behindUtcMs + hour * hourMs);
}

/** Returns a typed day, such as "2026-11-21"; undefined unless it is in the calendar, in a plausible year. */
export function parseDay(typed: string): Day | undefined {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(typed)) return undefined;
  const at = new Date(`${typed}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : undefined;
}
