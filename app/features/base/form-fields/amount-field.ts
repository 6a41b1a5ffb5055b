import { z } from "zod";
import { parseAmount } from "~/features/base/money/typed-amount";
import { plainCode } from "~/ui/forms/plain-code";
import { fieldMessage } from "./typed-text";

/** The longest amount typed, in characters: more than any sale. */
const amountMaxLength = 15;

/** Parses an amount that an administrator types, such as "10,00" or "10.5", into whole cents, at least 1. */
export const amountField = z
  .string(fieldMessage("common.required"))
  .overwrite(plainCode)
  .min(1, fieldMessage("common.required"))
  .transform((typed, context) => {
    const cents = typed.length <= amountMaxLength ? parseAmount(typed) : undefined;
    if (cents) return cents;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("office.amountInvalid") });
    return z.NEVER;
  });
