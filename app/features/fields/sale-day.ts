const day = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  timeZone: "America/Sao_Paulo",
});

const hour = new Intl.DateTimeFormat("pt-BR", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Sao_Paulo",
});

/** Writes a day as "25/11/2026", by São Paulo's calendar: a boleto's last day in both languages, as the bank's slip has it. */
export function formatDay(date: Date): string {
  return day.format(date);
}

/** Writes a moment as "14:30", by São Paulo's clock; with its day where that is not the day of `now`. */
export function formatMoment(date: Date, now: Date): string {
  const time = hour.format(date);
  return formatDay(date) === formatDay(now) ? time : `${formatDay(date)}, ${time}`;
}
