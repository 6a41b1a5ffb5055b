import type { SettleError } from "./fact-mismatch";

/** Attempts to settle an event before it waits for an administrator. */
export const eventTries = 12;

/** Errors of an event that may be early: the one it depends on can still arrive. */
const mayBeEarly: readonly SettleError[] = ["unknownPayment"];

/** Returns how often an event that cannot be settled is attempted; 0 for one that is not retried. */
export function eventTriesAfter(error: SettleError | null): number {
  return error && mayBeEarly.includes(error) ? eventTries : 0;
}
