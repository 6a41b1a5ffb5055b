import { z } from "zod";
import { typedLines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseFeePercent } from "./fee-percent";

/** The longest reason, in characters. */
export const feeReasonMaxLength = 500;

/** A creator's fee as an administrator types it; `id` was made with the form. */
export const feeForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  percent: z.string(fieldMessage("common.required")).transform((typed, context) => {
    const bp = parseFeePercent(typed);
    if (bp !== undefined) return bp;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("fees.percentInvalid") });
    return z.NEVER;
  }),
  from: z.iso.date(fieldMessage("fees.dayInvalid")),
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(feeReasonMaxLength, fieldMessage("accounts.tooLong")),
});
