/** The longest excerpt or trailer, in seconds. */
export const previewMaxSeconds = 180;

/** The excerpt that a form without its field asks for, in seconds from the beginning. */
export const previewUsualSeconds = 60;

export interface Excerpt {
  /** Whole seconds. */
  start: number;
  seconds: number;
}

/**
 * Returns the excerpt to cut of a video, or undefined where it is too short for one. Never more than half of the video,
 * so that a short lesson is not given away, and never past its end: a start too late begins at the last possible
 * second.
 * `length`: seconds of the whole video, undefined where unknown.
 */
export function decideExcerpt(wanted: Excerpt, length: number | undefined): Excerpt | undefined {
  if (length === undefined) return wanted;
  const seconds = Math.min(wanted.seconds, previewMaxSeconds, Math.floor(length / 2));
  if (seconds < 1) return undefined;
  return { start: Math.max(0, Math.min(wanted.start, Math.floor(length) - seconds)), seconds };
}
