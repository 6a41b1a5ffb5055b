import { formatDay } from "~/features/fields/sale-day";
import type { Locale } from "~/i18n/locale";

const english = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "America/Sao_Paulo" });

/**
 * Writes a day of a purchase by São Paulo's calendar: in Portuguese "05/12/2026", in English "5 Dec 2026". The right to
 * withdraw hangs on it: by an American it would be read as a day in May.
 */
export function formatPurchaseDay(date: Date, locale: Locale): string {
  return locale === "en" ? english.format(date) : formatDay(date);
}
