import { startOfDay } from "~/features/base/money/day-start";
import { type Day, dayOf } from "~/features/base/money/days";

/** The hour in São Paulo at which the mail is sent, on the morning after: eight. */
const sendHour = 24 + 8;

/** Returns a day's sales mail: the day in São Paulo, and when it is sent, on the morning after. */
export function digestOf(now: Date): { day: Day; sendAt: Date } {
  const day = dayOf(now);
  return { day, sendAt: startOfDay(day, sendHour) };
}
