const hour = 3_600_000;
const day = 24 * hour;

/** Days in which a mailed link undoes a change of how an account is reached. */
export const undoDays = 7;

/** Hours that the change of a creator's e-mail waits while they have a balance. */
export const emailWaitHours = 48;

/** Days after which a passkey is no longer suggested for removal at a new password. */
const recentPasskeyDays = 30;

/**
 * Days after which a second factor is no longer removed at a new password. Shorter than for passkeys: a person who
 * reads the mailbox must not get rid of an older one (docs/decisions/0076-second-factor-and-passkeys.md).
 */
const recentSecondFactorDays = 7;

/** Returns from when on passkeys and a second factor count as added recently. */
export function recentSince(now: Date): { passkey: Date; secondFactor: Date } {
  return {
    passkey: new Date(now.getTime() - recentPasskeyDays * day),
    secondFactor: new Date(now.getTime() - recentSecondFactorDays * day),
  };
}

/** Returns the moment before which an applied change can no longer be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - undoDays * day);
}

/** Returns whether a change can be undone: it waits, or was applied in the last seven days, and has not ended. */
export function isUndoable(
  { appliedAt, endedAt }: { appliedAt: Date | null; endedAt: Date | null },
  now: Date,
): boolean {
  return endedAt === null && (appliedAt === null || appliedAt > undoableSince(now));
}

/** Returns when a confirmed change of e-mail applies. */
export function emailDueAt(now: Date, { hasBalance }: { hasBalance: boolean }): Date {
  return hasBalance ? new Date(now.getTime() + emailWaitHours * hour) : now;
}

/** Returns the form field that keeps a recently added factor. */
export const keepField = (key: string) => `keep ${key}`;
