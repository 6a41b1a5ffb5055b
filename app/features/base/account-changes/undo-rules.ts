import { dayMs } from "~/i18n/days";

/** Days in which a mailed link undoes a change of sign-in. */
export const undoDays = 7;

export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - undoDays * dayMs);
}

/** Waiting changes, and applied ones of the last seven days, unless ended. */
export function isUndoable(
  { appliedAt, endedAt }: { appliedAt: Date | null; endedAt: Date | null },
  now: Date,
): boolean {
  return endedAt === null && (appliedAt === null || appliedAt > undoableSince(now));
}
