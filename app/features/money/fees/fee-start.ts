import { dayMs } from "~/features/base/money/day-start";
import { type Day, dayOf } from "~/features/base/money/days";

/** The latest start of a fee: this many days ahead. */
const maxDaysAhead = 366;

/** Returns the first day on which a new fee may hold: tomorrow in São Paulo, so that no sale made before changes. */
export function earliestFeeStart(now: Date): Day {
  return dayOf(new Date(now.getTime() + dayMs));
}

/** Returns why a fee may not hold from a day, undefined where it may. */
export function judgeFeeStart(from: Day, now: Date): "past" | "tooFar" | undefined {
  if (from < earliestFeeStart(now)) return "past";
  return from > dayOf(new Date(now.getTime() + maxDaysAhead * dayMs)) ? "tooFar" : undefined;
}
