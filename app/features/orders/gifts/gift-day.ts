import { startOfDay } from "~/features/base/money/day-start";
import type { Day } from "~/features/base/money/days";
import { dayMs } from "~/features/base/money/durations";

/** How far ahead a gift can be sent, in days. */
const giftDaysAhead = 365;

/** The hour in São Paulo at which a gift is sent on its day. */
const sendHour = 9;

/**
 * Returns when a gift is sent that was given a day: at 9 o'clock of that day, or null for at once if that is past.
 * Returns undefined if the day lies too far ahead.
 */
export function decideGiftSending(day: Day, now: Date): Date | null | undefined {
  const sendAt = startOfDay(day, sendHour);
  if (sendAt.getTime() > now.getTime() + giftDaysAhead * dayMs) return undefined;
  return sendAt > now ? sendAt : null;
}
