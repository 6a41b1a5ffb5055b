import { defaultLocale, type Locale, languages, locales } from "~/i18n/languages";

/** How many days the dashboard's chart shows, today included. */
const chartDays = 30;

/** A calendar day in São Paulo, as `YYYY-MM-DD`. */
export type Day = string;

export interface EarningDay {
  day: Day;
  /** What the creator earned that day, in cents. */
  cents: number;
  /** How many sales were paid that day. */
  sales: number;
}

const inSaoPaulo = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "America/Sao_Paulo",
});

/** Returns the day in São Paulo. */
export function dayOf(instant: Date): Day {
  const parts = Object.fromEntries(inSaoPaulo.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/**
 * Lists the last days up to the one of this instant, oldest first. Days are counted by the calendar, not by 24 hours.
 */
export function listLastDays(now: Date, count = chartDays): Day[] {
  const today = Date.parse(`${dayOf(now)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Returns the sum of each day, with zero for days without earnings. */
export function fillDays(days: readonly Day[], sums: readonly EarningDay[]): EarningDay[] {
  const known = new Map(sums.map((sum) => [sum.day, sum]));
  return days.map((day) => known.get(day) ?? { day, cents: 0, sales: 0 });
}

const written = Object.fromEntries(
  locales.map((locale) => [
    locale,
    new Intl.DateTimeFormat(languages[locale].numbers, { day: "2-digit", month: "short", timeZone: "UTC" }),
  ]),
) as Record<Locale, Intl.DateTimeFormat>;

/** Returns a day as the chart shows it: "05 mar", or "05 Mar" in English. */
export function formatChartDay(day: Day, locale: Locale = defaultLocale): string {
  const parts = Object.fromEntries(
    written[locale].formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.day} ${(parts.month ?? "").replace(".", "")}`;
}

/** Returns a day as a sentence has it: "5 mar", or "5 Mar" in English. */
export function formatShortDay(day: Day, locale: Locale = defaultLocale): string {
  return formatChartDay(day, locale).replace(/^0/, "");
}

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
