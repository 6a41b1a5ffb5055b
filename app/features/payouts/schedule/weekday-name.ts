import type { Day } from "~/features/base/money/days";

const names = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" });
const dates = new Intl.DateTimeFormat("pt-BR", {
  weekday: "long",
  day: "2-digit",
  month: "short",
  timeZone: "UTC",
});

/** Returns "sexta-feira" for 5. */
export function nameWeekday(weekday: number): string {
  // The first of January 2024 was a Monday.
  return names.format(new Date(Date.UTC(2024, 0, weekday)));
}

/** Returns "sexta-feira, 27 nov". */
export function formatPayoutDay(day: Day): string {
  const parts = Object.fromEntries(
    dates.formatToParts(new Date(`${day}T12:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.weekday}, ${parts.day} ${(parts.month ?? "").replace(".", "")}`;
}
