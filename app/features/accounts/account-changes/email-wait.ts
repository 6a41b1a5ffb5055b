import { hourMs } from "~/features/base/money/day-start";

/** Hours that the change of a creator's e-mail waits while they have a balance. */
export const emailWaitHours = 48;

/** Returns when a confirmed change of e-mail applies. */
export function emailDueAt(now: Date, { hasBalance }: { hasBalance: boolean }): Date {
  return hasBalance ? new Date(now.getTime() + emailWaitHours * hourMs) : now;
}
