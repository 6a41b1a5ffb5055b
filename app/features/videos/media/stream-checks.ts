import type { StreamStatus } from "./stream-status";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface CheckedStream {
  state: StreamStatus;
  hasMp4: boolean;
  /** When the whole file was received or, before that, when its upload began. */
  since: Date;
  /** Whether the whole file has been received, as far as is known. */
  sent: boolean;
}

/**
 * Decides when to poll the streaming service again: its webhook reports only the end, and is not repeated. Soon at
 * first, more rarely later; null when nothing more will change.
 */
export function decideNextCheck({ state, hasMp4, since, sent }: CheckedStream, now: Date): Date | null {
  if (state === "failed" || (state === "ready" && hasMp4)) return null;
  const age = now.getTime() - since.getTime();
  // Sent by a browser that reports the end, unless it closes before; given up when swept.
  if (!sent) return age < 8 * day ? after(now, 10 * minute) : null;
  if (age < hour) return after(now, minute);
  if (age < day) return after(now, 10 * minute);
  // Without an MP4 by now there will be none.
  if (state === "ready") return null;
  return after(now, hour);
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
