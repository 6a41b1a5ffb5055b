import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { trimInvisible } from "~/platform/forms/trim-ends";

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
