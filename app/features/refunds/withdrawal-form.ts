import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/fields/pix-key";
import { typedText } from "~/features/fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";

const says = (key: MessageKey) => key;

const pixKey = typedText(says("common.required"))
  .min(1, says("common.required"))
  .max(pixKeyMaxLength, says("accounts.tooLong"))
  .transform((typed, context) => {
    const pix = parsePixKey(typed);
    if (pix.ok) return pix.key;
    context.issues.push({ code: "custom", input: typed, message: says(pix.error) });
    return z.NEVER;
  });

/** The PIX key, in the form the directory keeps it in, to which a refund by hand goes. */
export const refundKeyForm = z.object({ pixKey });

/**
 * The fields of a withdrawal.
 * @param byHand whether the money goes back by hand: then a PIX key is needed; the provider knows the rest by itself
 */
export function withdrawalForm({ byHand }: { byHand: boolean }) {
  return byHand ? refundKeyForm : z.object({});
}
