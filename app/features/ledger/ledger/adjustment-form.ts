import { z } from "zod";
import { amountField } from "~/features/base/form-fields/amount-field";
import { typedLines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { adjustmentKinds } from "./adjustment";

/** The longest reason, in characters. */
export const adjustmentReasonMaxLength = 500;

/** An adjustment as an administrator types it; `id` was made with the form. */
export const adjustmentForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  kind: z.enum(adjustmentKinds, fieldMessage("common.required")),
  amount: amountField,
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(adjustmentReasonMaxLength, fieldMessage("accounts.tooLong")),
});
