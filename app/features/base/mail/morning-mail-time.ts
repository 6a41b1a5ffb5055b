import { startOfDay } from "~/features/base/money/day-start";
import { type Day, dayOf } from "~/features/base/money/days";

/** The hour in São Paulo at which such a mail is sent, on the morning after: eight. */
const sendHour = 24 + 8;

/** Returns the day in São Paulo whose events one mail tells together, and when it is sent, on the morning after. */
export function digestOf(now: Date): { day: Day; sendAt: Date } {
  const day = dayOf(now);
  return { day, sendAt: startOfDay(day, sendHour) };
}
