import { z } from "zod";
import { fieldMessage, typedLines, typedText } from "~/features/base/form-fields/typed-text";

const reason = typedLines(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(500, fieldMessage("accounts.tooLong"));

/** How a payout ended, as the administrator types it. */
export const paidForm = z.object({
  bankReference: typedText(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(100, fieldMessage("accounts.tooLong")),
  /** The transfer to a suspended payee was made already. */
  anyway: z
    .literal("1")
    .optional()
    .transform((sent) => sent === "1"),
});

/** As `paidForm`, without a reference where the Pix code's own txid is the reference. */
export const paidByCodeForm = z.object({
  bankReference: typedText().max(100, fieldMessage("accounts.tooLong")).default(""),
});

export const failedForm = z.object({ failure: reason });

/** Why the bank returned a payout that was confirmed. */
export const returnedForm = z.object({ returnReason: reason });
