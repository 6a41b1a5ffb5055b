import { z } from "zod";
import { parseAmount } from "~/features/base/money/price";
import type { MessageKey } from "~/i18n/message-key";
import { trimInvisible } from "~/platform/forms/trim-ends";
import { plainCode } from "~/ui/forms/plain-code";

/**
 * Embeddings, overrides and isolates of writing direction (Unicode UAX #9, section 2). They are invisible and reverse
 * the text around them. U+200E and U+200F stay: they affect only their neighbours.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Removes direction controls, so that a user's text cannot reverse the sentence it appears in. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, "");
}

/** Returns a text as one line of a card or a mail's subject: line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  return trimInvisible(withoutDirectionControls(text).replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, " "));
}

/** Trimmed text of one line without direction controls. `missing`: the message for an absent field. */
export function typedText(missing?: MessageKey) {
  return z.string(missing).overwrite(oneLine);
}

/** Types a zod message as a catalogue key: an unknown one does not compile. */
export function fieldMessage(key: MessageKey): MessageKey {
  return key;
}

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

/**
 * Unicode's default ignorable code points (zero-width spaces, direction marks, Hangul fillers), and the blank Braille
 * cell, which counts as a symbol.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text contains a letter, digit, punctuation mark or symbol. */
export function hasVisibleCharacter(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(invisible, ""));
}

/** The longest amount typed, in characters: more than any sale. */
const amountMaxLength = 15;

/** Parses an amount that an administrator types, such as "10,00" or "10.5", into whole cents, at least 1. */
export const amountField = z
  .string(fieldMessage("common.required"))
  .overwrite(plainCode)
  .min(1, fieldMessage("common.required"))
  .transform((typed, context) => {
    const cents = typed.length <= amountMaxLength ? parseAmount(typed) : undefined;
    if (cents) return cents;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("office.amountInvalid") });
    return z.NEVER;
  });
