import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";

/**
 * Signs that begin or end an embedding, override or isolate of writing direction (Unicode UAX #9, section 2). They show
 * nothing themselves and turn round what stands after them: our sentence about a title, not the title alone. The marks
 * U+200E and U+200F stay: they bind nothing beyond their neighbours.
 */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Takes the controls of writing direction out of a text: what others read must not turn our sentences round. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, "");
}

/** Text as somebody typed it and others will read it, cleaned. Takes the message for when the field is not there at all. */
export function typedText(missing?: MessageKey) {
  return z.string(missing).overwrite(withoutDirectionControls).trim();
}
