import { hasVisibleCharacter, oneLine } from "~/features/base/form-fields/typed-text";

export const previewMaxSeconds = 180;

/** Of a form without the field, in seconds from the beginning. */
export const previewUsualSeconds = 60;

interface Excerpt {
  start: number;
  seconds: number;
}

/**
 * Never more than half of the video, so that a short lesson is not given away; a start too late begins at the last
 * possible second. Undefined if the video is too short. `length`: seconds, undefined if unknown.
 */
export function decideExcerpt(excerpt: Excerpt, length: number | undefined): Excerpt | undefined {
  if (length === undefined) return excerpt;
  const seconds = Math.min(excerpt.seconds, previewMaxSeconds, Math.floor(length / 2));
  if (seconds < 1) return undefined;
  return { start: Math.max(0, Math.min(excerpt.start, Math.floor(length) - seconds)), seconds };
}

export const outcomesMost = 6;
export const outcomeMaxLength = 120;

/** Of the field of all points, in characters: each on its own line, with marks and some empty ones. */
export const outcomesMaxLength = outcomesMost * (outcomeMaxLength + 20);

/** One a line, without list marks, empty lines and repetitions. */
export function parseOutcomes(typed: string): string[] {
  const lines = typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => oneLine(oneLine(line).replace(/^[-*•–]\s+/, "")));
  return [...new Set(lines.filter(hasVisibleCharacter))];
}
