import type { StreamWord } from "./stream-status";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface CheckedStream {
  state: StreamWord;
  hasMp4: boolean;
  /** Since when it is waited for: the whole file had come, or, before that, its upload began. */
  since: Date;
  /** Whether the whole file had come, by what we know. */
  sent: boolean;
}

/**
 * Decides when the streaming service is to be asked again how far a video is: it tells only the end, and promises no
 * second try of that. Soon at first, more rarely later; null once there is nothing more to learn.
 */
export function decideNextCheck({ state, hasMp4, since, sent }: CheckedStream, now: Date): Date | null {
  if (state === "failed" || (state === "ready" && hasMp4)) return null;
  const age = now.getTime() - since.getTime();
  // Being sent by a browser that will say when it is done, unless it closes too soon; given up when swept.
  if (!sent) return age < 8 * day ? after(now, 10 * minute) : null;
  if (age < hour) return after(now, minute);
  if (age < day) return after(now, 10 * minute);
  // It plays; without an MP4 by now there will be none.
  if (state === "ready") return null;
  return after(now, hour);
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
