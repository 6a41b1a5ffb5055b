import type { ObjectRange } from "./storage";

/** Throws `RangeError` unless both bounds are whole, not negative, and in order: else it is a bug of the caller. */
export function assertRange({ start, end }: ObjectRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError("not a range of bytes");
  }
}

/**
 * Fits a well-formed range to a length in bytes.
 * Returns the bounds to read, the start one past the end if there is nothing.
 */
export function clampRange(range: ObjectRange | undefined, length: number): ObjectRange {
  if (!range) return { start: 0, end: length - 1 };
  const start = Math.min(range.start, length);
  return { start, end: Math.max(start - 1, Math.min(range.end, length - 1)) };
}
