import { z } from "zod";
import { fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import { parseAmount } from "~/features/base/money/price";
import { ruleReasonMaxLength } from "~/features/money/fees/rule-forms";
import { maySetMinimumPayout } from "./minimum-payout";

export const minimumPayoutForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  amount: z.string(fieldMessage("common.required")).transform((typed, context) => {
    const cents = parseAmount(typed);
    if (cents !== undefined && maySetMinimumPayout(cents)) return cents;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("fees.minimumInvalid") });
    return z.NEVER;
  }),
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(ruleReasonMaxLength, fieldMessage("accounts.tooLong")),
});
