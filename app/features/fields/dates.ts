import type { Locale } from "~/i18n/locale";

const timeZone = "America/Sao_Paulo";
const day = new Intl.DateTimeFormat("pt-BR", { day: "2-digit", month: "2-digit", year: "numeric", timeZone });
const hour = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone,
});
const dayAndHour = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone,
});
// British English: an American would read 05/12 as a day in May.
const englishDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone });
const englishDayAndHour = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone,
});

/** Returns "21 nov 2026, 10:05" (product.md, Creator dashboard). In English "21 Nov 2026, 10:05". São Paulo time. */
export function formatDateTime(date: Date, locale: Locale = "pt"): string {
  if (locale === "en") return englishDayAndHour.format(date);
  const parts = Object.fromEntries(dayAndHour.formatToParts(date).map(({ type, value }) => [type, value]));
  const month = (parts.month ?? "").replace(".", "");
  return `${parts.day} ${month} ${parts.year}, ${parts.hour}:${parts.minute}`;
}

/** Returns "25/11/2026", in English "25 Nov 2026": a day of São Paulo's calendar. */
export function formatDay(date: Date, locale: Locale = "pt"): string {
  return locale === "en" ? englishDay.format(date) : day.format(date);
}

/** Returns "14:30", São Paulo's time, with its day before it unless that is the day of `now`. */
export function formatMoment(date: Date, now: Date): string {
  const time = hour.format(date);
  return formatDay(date) === formatDay(now) ? time : `${formatDay(date)}, ${time}`;
}
