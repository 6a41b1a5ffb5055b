/** How often the position is sent while a video plays, in milliseconds. */
export const positionEveryMs = 10_000;

/** The longest video that a position is kept in, in seconds: a week. */
export const longestSeconds = 604_800;

/** Whoever has at most this much left has seen the video, in seconds; of a short one, its last twentieth. */
const creditsSeconds = 30;

/**
 * Decides what to remember of where a player stands. Takes seconds; a length not known is NaN or Infinity.
 * Gives whole seconds, 0 for "begin at the beginning": at the start, and once the end is near.
 */
export function decidePosition(currentTime: number, duration: number): number {
  const left = duration - currentTime;
  if (Number.isFinite(left) && left <= Math.min(creditsSeconds, duration / 20)) return 0;
  return Math.min(Math.floor(currentTime), longestSeconds);
}
