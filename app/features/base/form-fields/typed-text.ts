import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";

/**
 * Embeddings, overrides and isolates of writing direction (Unicode UAX #9, section 2). They are invisible and reverse
 * the text around them. U+200E and U+200F stay: they affect only their neighbours.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Removes direction controls, so that a user's text cannot reverse the sentence it appears in. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, "");
}

/** Trimmed text without direction controls. `missing`: the message for an absent field. */
export function typedText(missing?: MessageKey) {
  return z.string(missing).overwrite(withoutDirectionControls).trim();
}

/** Types a zod message as a catalogue key: an unknown one does not compile. */
export function fieldMessage(key: MessageKey): MessageKey {
  return key;
}
