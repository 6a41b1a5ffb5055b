import { type Day, dayOf } from "~/features/base/money/days";

/** Eight in the morning in São Paulo, which has had no summer time since 2019, in milliseconds after midnight UTC. */
const eightMs = 11 * 60 * 60_000;

/** Returns a day's sales mail: the day in São Paulo, and when it is sent, on the morning after. */
export function digestOf(now: Date): { day: Day; sendAt: Date } {
  const day = dayOf(now);
  return { day, sendAt: new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000 + eightMs) };
}
