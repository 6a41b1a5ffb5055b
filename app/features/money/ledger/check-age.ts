import { hourMs } from "~/features/base/money/days";

/** Hours after which a daily check that has not been complete since is overdue. */
export const overdueHours = 26;

/** Returns how many whole hours ago a check was complete, and whether the next is overdue. */
export function decideCheckAge(completeAt: Date, now: Date): { hours: number; overdue: boolean } {
  const elapsed = now.getTime() - completeAt.getTime();
  return { hours: Math.max(0, Math.floor(elapsed / hourMs)), overdue: elapsed > overdueHours * hourMs };
}
