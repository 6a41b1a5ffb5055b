import { dayMs, minuteMs } from "~/features/base/money/days";

/** Time after which a buyer is reminded of a purchase that was begun and not paid, in milliseconds. */
export const unpaidReminderMs = dayMs;

/** Shortest remaining time of a code for which a reminder is worth sending, in milliseconds. */
const shortestMs = 20 * minuteMs;

/**
 * Returns when a buyer is reminded of a boleto or Pix: a day before it expires, or after half of a shorter time.
 * Returns undefined where it expires too soon.
 */
export function reminderTime(until: Date, now: Date): Date | undefined {
  const left = until.getTime() - now.getTime();
  if (left < shortestMs) return undefined;
  return new Date(until.getTime() - Math.min(dayMs, left / 2));
}
