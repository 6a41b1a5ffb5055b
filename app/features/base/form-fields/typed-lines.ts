import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { trimInvisible } from "~/platform/forms/trim-ends";
import { withoutDirectionControls } from "./typed-text";
import { hasVisibleCharacter } from "./visible-character";

/** Control characters except line breaks: they show nothing, and a reader's device may act on them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

/**
 * Returns a text of several lines as it is stored: trimmed, one kind of line break, no other control characters, no
 * direction controls, at most one empty line between two paragraphs.
 */
export function cleanLines(text: string): string {
  return trimInvisible(withoutDirectionControls(text))
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(controls, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

/** Cleaned text of several lines. `missing`: the message for an absent field. */
export function typedLines(missing?: MessageKey) {
  return z.string(missing).overwrite(cleanLines);
}

/** Text of several lines, cleaned; an absent field is an empty text. */
export function lines(maxLength: number, tooLong: MessageKey) {
  return typedLines()
    .max(maxLength, tooLong)
    .transform((text) => (hasVisibleCharacter(text) ? text : ""))
    .default("");
}
