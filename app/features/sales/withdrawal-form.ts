import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";
import { typedText } from "../accounts/typed-text";
import { parsePixKey, pixKeyMaxLength } from "../payouts/pix-key";

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

/**
 * What a learner says who withdraws. Takes whether the money goes back by hand: then where to, a PIX key in the form the
 * directory keeps it in; the provider knows the rest by itself.
 */
export function withdrawalForm({ byHand }: { byHand: boolean }) {
  return byHand ? z.object({ pixKey }) : z.object({});
}
