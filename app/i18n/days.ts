import { defaultLocale, type Locale, languages, locales } from "~/i18n/languages";

const chartDays = 30;

/** In São Paulo, as `YYYY-MM-DD`. */
export type Day = string;

export interface EarningDay {
  day: Day;
  cents: number;
  sales: number;
}

const inSaoPaulo = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "America/Sao_Paulo",
});

export function dayOf(instant: Date): Day {
  const parts = Object.fromEntries(inSaoPaulo.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** Oldest first, by the calendar, not by 24 hours. */
export function listLastDays(now: Date, count = chartDays): Day[] {
  const today = Date.parse(`${dayOf(now)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Zero for days without earnings. */
export function fillDays(days: readonly Day[], sums: readonly EarningDay[]): EarningDay[] {
  const byDay = new Map(sums.map((sum) => [sum.day, sum]));
  return days.map((day) => byDay.get(day) ?? { day, cents: 0, sales: 0 });
}

const written = Object.fromEntries(
  locales.map((locale) => [
    locale,
    new Intl.DateTimeFormat(languages[locale].numbers, { day: "2-digit", month: "short", timeZone: "UTC" }),
  ]),
) as Record<Locale, Intl.DateTimeFormat>;

/** "05 mar", in English "05 Mar". */
export function formatChartDay(day: Day, locale: Locale = defaultLocale): string {
  const parts = Object.fromEntries(
    written[locale].formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.day} ${(parts.month ?? "").replace(".", "")}`;
}

/** "5 mar", in English "5 Mar". */
export function formatShortDay(day: Day, locale: Locale = defaultLocale): string {
  return formatChartDay(day, locale).replace(/^0/, "");
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Brasília's offset: no summer time since 2019 (Decreto 9.772/2019). */
export const behindUtcMs = 3 * hourMs;

/** In São Paulo; an invalid date for other text. */
export function startOfDay(day: Day, hour = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + behindUtcMs + hour * hourMs);
}

/** Undefined unless in the calendar, in a plausible year. */
export function parseDay(typed: string): Day | undefined {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(typed)) return undefined;
  const at = new Date(`${typed}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : undefined;
}
