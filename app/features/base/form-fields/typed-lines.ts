import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { typedText } from "./typed-text";
import { hasVisibleCharacter } from "./visible-character";

/** Control characters except line breaks: they show nothing, and a reader's device may act on them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

/**
 * Returns a text of several lines as it is stored: one kind of line break, no other control characters, at most one
 * empty line between two paragraphs.
 */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(controls, "")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");
}

/** Text of several lines, cleaned; an absent field is an empty text. */
export function lines(maxLength: number, tooLong: MessageKey) {
  return z
    .string()
    .default("")
    .pipe(typedText().overwrite(cleanLines).trim().max(maxLength, tooLong))
    .transform((text) => (hasVisibleCharacter(text) ? text : ""));
}
