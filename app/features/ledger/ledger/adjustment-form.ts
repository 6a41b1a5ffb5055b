import { z } from "zod";
import { typedCents } from "~/features/base/form-fields/typed-cents";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { adjustmentKinds } from "./adjustment";

/** The longest reason, in characters. */
export const adjustmentReasonMaxLength = 500;

/** An adjustment as an administrator types it; `id` was made with the form. */
export const adjustmentForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  kind: z.enum(adjustmentKinds, fieldMessage("common.required")),
  amount: typedCents,
  reason: typedText(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(adjustmentReasonMaxLength, fieldMessage("accounts.tooLong")),
});
