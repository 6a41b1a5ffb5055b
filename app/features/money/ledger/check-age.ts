import { hourMs } from "~/i18n/days";

export const overdueHours = 26;

export function decideCheckAge(completeAt: Date, now: Date): { hours: number; overdue: boolean } {
  const elapsed = now.getTime() - completeAt.getTime();
  return { hours: Math.max(0, Math.floor(elapsed / hourMs)), overdue: elapsed > overdueHours * hourMs };
}
