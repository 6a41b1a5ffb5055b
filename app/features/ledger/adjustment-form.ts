import { z } from "zod";
import { typedText } from "~/features/fields/typed-text";
import { typedAmount } from "~/features/refunds/refund-form";
import type { MessageKey } from "~/i18n/message-key";
import { adjustmentKinds } from "./adjustment";

const says = (key: MessageKey) => key;

/** The longest reason, in characters. */
export const adjustmentReasonMaxLength = 500;

/** An adjustment as an administrator types it; `id` was made with the form. */
export const adjustmentForm = z.object({
  id: z.uuid(says("common.checkFields")),
  kind: z.enum(adjustmentKinds, says("common.required")),
  amount: typedAmount,
  reason: typedText(says("common.required"))
    .min(1, says("common.required"))
    .max(adjustmentReasonMaxLength, says("accounts.tooLong")),
});
