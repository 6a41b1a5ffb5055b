import { withoutDirectionControls } from "~/features/base/form-fields/typed-text";
import { hasVisibleCharacter } from "~/features/base/form-fields/visible-character";

/** Learning points of a video at most, and characters of each. */
export const outcomesMost = 6;
export const outcomeMaxLength = 120;

/** Control characters (Unicode Cc), which no text that others read may hold. */
const controls = /\p{Cc}/gu;

/** Returns the learning points typed one a line, without list marks, empty lines and repetitions. */
export function parseOutcomes(typed: string): string[] {
  const lines = withoutDirectionControls(typed)
    .split(/\r\n?|\n/)
    .map((line) =>
      line
        .replace(controls, " ")
        .replace(/^\s*[-*•–]\s+/, "")
        .trim(),
    );
  return [...new Set(lines.filter(hasVisibleCharacter))];
}
