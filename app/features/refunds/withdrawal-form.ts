import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/fields/pix-key";
import { fieldMessage, typedText } from "~/features/fields/typed-text";

const pixKey = typedText(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(pixKeyMaxLength, fieldMessage("accounts.tooLong"))
  .transform((typed, context) => {
    const pix = parsePixKey(typed);
    if (pix.ok) return pix.key;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage(pix.error) });
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
