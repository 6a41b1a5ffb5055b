import { dayMs } from "~/i18n/days";

const recentPasskeyDays = 30;

/** Shorter: somebody who reads the mailbox must not get rid of an older factor (docs/decisions/0076). */
const recentSecondFactorDays = 7;

/** Returns since when factors count as recent. */
export function recentSince(now: Date): { passkey: Date; secondFactor: Date } {
  return {
    passkey: new Date(now.getTime() - recentPasskeyDays * dayMs),
    secondFactor: new Date(now.getTime() - recentSecondFactorDays * dayMs),
  };
}

/** Name of the form field that keeps a factor. */
export const keepField = (key: string) => `keep ${key}`;
