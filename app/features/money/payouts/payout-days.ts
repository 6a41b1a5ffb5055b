import type { Day } from "~/i18n/days";
import { defaultLocale, type Locale, languages } from "~/i18n/languages";

const names = new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" });

/** "sexta-feira" for 5. */
export function nameWeekday(weekday: number): string {
  // The first of January 2024 was a Monday.
  return names.format(new Date(Date.UTC(2024, 0, weekday)));
}

const dates = new Map<Locale, Intl.DateTimeFormat>();

/** "sexta-feira, 27 nov", in English "Friday, 27 Nov". */
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

/** In São Paulo: when a payout day's draft is made. */
export const draftHour = 7;

/** ISO numbers: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

/** Each once, in order; undefined if a value is no day of the week. */
export function parseWeekdays(values: readonly string[]): Weekday[] | undefined {
  const known = weekdays.filter((day) => values.includes(String(day)));
  return values.every((value) => known.some((day) => String(day) === value)) ? known : undefined;
}

const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

export function weekdayOf(day: Day): Weekday {
  return (((noonOf(day).getUTCDay() + 6) % 7) + 1) as Weekday;
}

/** Includes `from`; undefined without payout days. */
export function nextPayoutDay(from: Day, chosen: readonly number[]): Day | undefined {
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const day = new Date(noonOf(from).getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
    if (chosen.includes(weekdayOf(day))) return day;
  }
  return undefined;
}

/** Undefined if no known release reaches the minimum. */
type NextTransfer =
  | { kind: "inNextBatch"; cents: number }
  | { kind: "fromDay"; cents: number; day: Day }
  | undefined;

/** In cents; `payableCents` is released already, releases are sorted by day. */
export function decideNextTransfer(
  payableCents: number,
  releases: readonly { day: Day; cents: number }[],
  minimumCents: number,
): NextTransfer {
  if (payableCents >= minimumCents) return { kind: "inNextBatch", cents: payableCents };
  let cents = payableCents;
  for (const release of releases) {
    cents += release.cents;
    if (cents >= minimumCents) return { kind: "fromDay", cents, day: release.day };
  }
  return undefined;
}

/** `day`: of the batch; without payout days, of the release; undefined if past. */
export function decideNextPayout(
  { payableCents, releases }: { payableCents: number; releases: readonly { day: Day; cents: number }[] },
  { minimumCents, weekdays, today }: { minimumCents: number; weekdays: readonly number[]; today: Day },
): { cents: number; ready: Day; day: Day | undefined } | undefined {
  const next = decideNextTransfer(payableCents, releases, minimumCents);
  if (!next) return undefined;
  const ready = next.kind === "fromDay" ? next.day : today;
  const batch = nextPayoutDay(ready, weekdays);
  return { cents: next.cents, ready, day: batch ?? (next.kind === "fromDay" ? ready : undefined) };
}
