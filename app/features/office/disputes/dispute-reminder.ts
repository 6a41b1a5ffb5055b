import { dayMs } from "~/features/base/money/days";

/** Days before the provider's deadline (`due_by`) at which administrators are reminded of an open dispute. */
const reminderDays = [5, 2, 1] as const;

/** How long before the deadline the first reminder is sent, in milliseconds. */
export const firstReminderMs = reminderDays[0] * dayMs;

/** Returns which reminder is due: the days that it is named after. */
export function decideReminder(dueBy: Date, now: Date): number {
  const left = (dueBy.getTime() - now.getTime()) / dayMs;
  return reminderDays.findLast((known) => left <= known) ?? reminderDays[0];
}
