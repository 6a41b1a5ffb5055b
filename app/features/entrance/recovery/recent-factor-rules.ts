import { dayMs } from "~/features/base/money/days";

/** Days after which a passkey is no longer suggested for removal at a new password. */
const recentPasskeyDays = 30;

/**
 * Days after which a second factor is no longer removed at a new password. Shorter than for passkeys: a person who
 * reads the mailbox must not get rid of an older one (docs/decisions/0076).
 */
const recentSecondFactorDays = 7;

/** Returns from when on passkeys and a second factor count as added recently. */
export function recentSince(now: Date): { passkey: Date; secondFactor: Date } {
  return {
    passkey: new Date(now.getTime() - recentPasskeyDays * dayMs),
    secondFactor: new Date(now.getTime() - recentSecondFactorDays * dayMs),
  };
}

/** Returns the form field that keeps a recently added factor. */
export const keepField = (key: string) => `keep ${key}`;
