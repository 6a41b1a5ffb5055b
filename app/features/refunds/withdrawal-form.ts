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

/** The Pix key of a refund by bank transfer, in the directory's form. */
export const refundKeyForm = z.object({ pixKey });

/**
 * The fields of a withdrawal.
 * @param byHand whether the refund is a bank transfer, which needs a Pix key
 */
export function withdrawalForm({ byHand }: { byHand: boolean }) {
  return byHand ? refundKeyForm : z.object({});
}
