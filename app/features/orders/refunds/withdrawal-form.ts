import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { seenKeyGivenAt } from "./seen-key";

const pixKey = typedText(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(pixKeyMaxLength, fieldMessage("accounts.tooLong"))
  .transform((typed, context) => {
    const pix = parsePixKey(typed);
    if (pix.ok) return pix.key;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage(pix.error) });
    return z.NEVER;
  });

/** The Pix key of a withdrawal that is refunded by bank transfer, in the directory's form. */
const withdrawalKeyForm = z.object({ pixKey });

/** The Pix key of a refund by bank transfer, and when the key was given that it replaces. */
export const refundKeyForm = z.object({ pixKey, seenKeyGivenAt });

/**
 * The fields of a withdrawal.
 * @param byHand whether the refund is a bank transfer, which needs a Pix key
 */
export function withdrawalForm({ byHand }: { byHand: boolean }) {
  return byHand ? withdrawalKeyForm : z.object({});
}
