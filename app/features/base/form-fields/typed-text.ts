import { z } from "zod";
import { parseAmount } from "~/features/base/money/price";
import type { MessageKey } from "~/i18n/message-key";
import { trimInvisible } from "~/platform/forms/trim-ends";
import { plainCode } from "~/ui/forms/plain-code";

/** Invisible direction controls, which reverse the text around them (UAX #9, section 2). Not U+200E and U+200F. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** So that a user's text cannot reverse the sentence it appears in. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, "");
}

/** Line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  return trimInvisible(withoutDirectionControls(text).replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, " "));
}

/** One line. `missing`: the message for an absent field. */
export function typedText(missing?: MessageKey) {
  return z.string(missing).overwrite(oneLine);
}

/** An unknown catalogue key does not compile. */
export function fieldMessage(key: MessageKey): MessageKey {
  return key;
}

/** Control characters except line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes them
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

/** Trims; keeps one kind of line break and at most one empty line between paragraphs; removes other controls. */
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

/** Several lines. `missing`: the message for an absent field. */
export function typedLines(missing?: MessageKey) {
  return z.string(missing).overwrite(cleanLines);
}

/** Several lines; an absent field is an empty text. */
export function lines(maxLength: number, tooLong: MessageKey) {
  return typedLines()
    .max(maxLength, tooLong)
    .transform((text) => (hasVisibleCharacter(text) ? text : ""))
    .default("");
}

/** Default ignorable code points (zero-width spaces, Hangul fillers), and the blank Braille cell, a symbol. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A letter, digit, punctuation mark or symbol. */
export function hasVisibleCharacter(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(invisible, ""));
}

/** In characters: more than any sale. */
const amountMaxLength = 15;

/** An administrator's, such as "10,00" or "10.5", in cents, at least 1. */
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
