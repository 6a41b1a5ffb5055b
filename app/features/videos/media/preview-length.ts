import { hasVisibleCharacter, oneLine } from "~/features/base/form-fields/typed-text";

/** The longest excerpt or trailer, in seconds. */
export const previewMaxSeconds = 180;

/** The excerpt that a form without its field asks for, in seconds from the beginning. */
export const previewUsualSeconds = 60;

interface Excerpt {
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

/** Learning points of a video at most, and characters of each. */
export const outcomesMost = 6;
export const outcomeMaxLength = 120;

/** Limits the field of all points, in characters: each on a line of its own, with marks and some empty ones. */
export const outcomesMaxLength = outcomesMost * (outcomeMaxLength + 20);

/** Returns the learning points typed one a line, without list marks, empty lines and repetitions. */
export function parseOutcomes(typed: string): string[] {
  const lines = typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => oneLine(oneLine(line).replace(/^[-*•–]\s+/, "")));
  return [...new Set(lines.filter(hasVisibleCharacter))];
}
