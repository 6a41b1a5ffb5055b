import { countSeconds, type Ranges } from "./watched-ranges";

/** The share of a video that must have been watched for it to count as completed. SQL compares with it as well. */
export const completedShare = 0.95;

/**
 * Returns whether enough of a video was watched for it to count as completed. `duration`: in seconds; NaN, Infinity or
 * null if unknown.
 */
export function isCompleted(ranges: Ranges, duration: number | null): boolean {
  return (
    duration !== null &&
    duration > 0 &&
    Number.isFinite(duration) &&
    countSeconds(ranges) >= duration * completedShare
  );
}
