import { dayMs } from "~/features/base/money/day-start";

/** Lifetime of a confirmation link, in days. It also ends when it is used or replaced. */
export const confirmationDays = 3;

/** Returns when a confirmation link expires that is sent now. */
export function confirmationLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + confirmationDays * dayMs);
}
