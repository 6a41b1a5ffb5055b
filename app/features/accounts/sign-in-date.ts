import { formatSaleDate } from "~/features/fields/sale-date";
import type { Locale } from "~/i18n/locale";

const english = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** Writes when someone signed in, by São Paulo's clock: in Portuguese as a sale's date, in English "20 Nov 2026, 23:53". */
export function formatSignInDate(date: Date, locale: Locale): string {
  return locale === "en" ? english.format(date) : formatSaleDate(date);
}
