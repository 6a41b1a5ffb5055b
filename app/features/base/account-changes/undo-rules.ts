import { dayMs } from "~/features/base/money/days";

/** Days in which a mailed link undoes a change of how an account is reached. */
export const undoDays = 7;

/** Returns the moment before which an applied change can no longer be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - undoDays * dayMs);
}

/** Returns whether a change can be undone: it waits, or was applied in the last seven days, and has not ended. */
export function isUndoable(
  { appliedAt, endedAt }: { appliedAt: Date | null; endedAt: Date | null },
  now: Date,
): boolean {
  return endedAt === null && (appliedAt === null || appliedAt > undoableSince(now));
}
