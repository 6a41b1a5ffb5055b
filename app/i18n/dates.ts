import { defaultLocale, type Locale, languages } from "~/i18n/languages";
import { dayMs, dayOf, startOfDay } from "./days";

const timeZone = "America/Sao_Paulo";
const hour = new Intl.DateTimeFormat(languages[defaultLocale].dates.locale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone,
});

/** Made once per language: making one costs far more than using it. */
const formats = new Map<Locale, { day: Intl.DateTimeFormat; dayAndHour: Intl.DateTimeFormat }>();

function formatsOf(locale: Locale) {
  const format = formats.get(locale);
  if (format) return format;
  const { dates } = languages[locale];
  const made = {
    day: new Intl.DateTimeFormat(dates.locale, { ...dates.day, timeZone }),
    dayAndHour: new Intl.DateTimeFormat(dates.locale, {
      day: dates.dayOfMonth,
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    }),
  };
  formats.set(locale, made);
  return made;
}

/** Such as "10:05". São Paulo time. */
export function formatTime(date: Date): string {
  return hour.format(date);
}

/** "21 nov 2026, 10:05" (product.md, Creator dashboard). São Paulo time. */
export function formatDateTime(date: Date, locale: Locale = defaultLocale): string {
  const format = formatsOf(locale).dayAndHour;
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const month = (parts.month ?? "").replace(".", "");
  return `${parts.day} ${month} ${parts.year}, ${parts.hour}:${parts.minute}`;
}

/** "21 nov, 10:05", with the year unless it is that of `now`. São Paulo time. */
export function formatRecent(date: Date, now: Date): string {
  const thisYear = formatDay(now).slice(-4);
  return formatDateTime(date).replace(` ${thisYear},`, ",");
}

/** "25/11/2026", in English "25 Nov 2026". São Paulo time. */
export function formatDay(date: Date, locale: Locale = defaultLocale): string {
  return formatsOf(locale).day.format(date);
}

const spans = [
  ["year", 365],
  ["month", 30],
  ["week", 7],
] as const;

/** Such as "hoje", "ontem", "há 3 dias" or "há 2 semanas". São Paulo time. */
export function formatAgo(date: Date, now: Date, locale: Locale = defaultLocale): string {
  const days = Math.max(0, Math.round((+startOfDay(dayOf(now)) - +startOfDay(dayOf(date))) / dayMs));
  const [unit, length] = spans.find(([, least]) => days >= 2 * least) ?? (["day", 1] as const);
  const format = new Intl.RelativeTimeFormat(languages[locale].dates.locale, { numeric: "auto" });
  return format.format(-Math.floor(days / length), unit);
}

/** "14:30" in São Paulo time, after the day unless it is that of `now`. */
export function formatMoment(date: Date, now: Date, locale: Locale = defaultLocale): string {
  const time = hour.format(date);
  const day = formatDay(date, locale);
  return day === formatDay(now, locale) ? time : `${day}, ${time}`;
}
