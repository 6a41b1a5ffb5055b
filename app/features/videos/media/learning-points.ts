import { oneLine } from "~/features/base/form-fields/typed-text";
import { hasVisibleCharacter } from "~/features/base/form-fields/visible-character";

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
