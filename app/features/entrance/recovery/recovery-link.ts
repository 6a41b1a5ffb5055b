import { minuteMs } from "~/features/base/money/day-start";

/** Lifetime of a recovery link, in minutes. It also ends when it is used or replaced. */
export const recoveryMinutes = 30;

/** Returns when a recovery link expires that is sent now. */
export function recoveryLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + recoveryMinutes * minuteMs);
}
