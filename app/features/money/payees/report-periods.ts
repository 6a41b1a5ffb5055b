import { dayOf, startOfDay } from "~/i18n/days";
import type { Text } from "~/i18n/texts";

const firstTaxYear = 2024;

/** Newest first, in São Paulo time. */
export function listTaxYears(now: Date): number[] {
  const current = Number(dayOf(now).slice(0, 4));
  return Array.from({ length: Math.max(1, current - firstTaxYear + 1) }, (_, index) => current - index);
}

/** The current year if unknown. */
export function parseTaxYear(named: string | null | undefined, now: Date): number {
  const years = listTaxYears(now);
  return years.find((year) => String(year) === named) ?? years[0] ?? firstTaxYear;
}

/** In São Paulo. */
export function boundsOfYear(year: number): { from: Date; to: Date } {
  return { from: startOfDay(`${year}-01-01`), to: startOfDay(`${year + 1}-01-01`) };
}

/** Says if the year is not over. */
export function nameYear(
  { year, partialUntil: date }: { year: number; partialUntil?: string | undefined },
  t: Text,
): string {
  return date ? t("payouts.yearPartial", { year, date }) : t("payouts.yearTitle", { year });
}

/** "11/2026" of "2026-11". */
export function writeMonth(month: string): string {
  return `${month.slice(5, 7)}/${month.slice(0, 4)}`;
}

/** "2026-12" of "2027-01". */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}
