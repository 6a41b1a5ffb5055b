import type { Day } from "~/features/base/money/days";
import { defaultLocale, type Locale, languages } from "~/i18n/languages";

const names = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" });
/** Returns "sexta-feira" for 5. */
export function nameWeekday(weekday: number): string {
  // The first of January 2024 was a Monday.
  return names.format(new Date(Date.UTC(2024, 0, weekday)));
}

const dates = new Map<Locale, Intl.DateTimeFormat>();

/** Returns "sexta-feira, 27 nov", in English "Friday, 27 Nov". */
export function formatPayoutDay(day: Day, locale: Locale = defaultLocale): string {
  const format =
    dates.get(locale) ??
    new Intl.DateTimeFormat(languages[locale].dates.locale, {
      weekday: "long",
      day: "2-digit",
      month: "short",
      timeZone: "UTC",
    });
  dates.set(locale, format);
  const parts = Object.fromEntries(
    format.formatToParts(new Date(`${day}T12:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.weekday}, ${parts.day} ${(parts.month ?? "").replace(".", "")}`;
}
