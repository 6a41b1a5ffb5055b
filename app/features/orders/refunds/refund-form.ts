import { z } from "zod";
import { amountField } from "~/features/base/form-fields/amount-field";
import { typedLines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { seenKeyGivenAt } from "./seen-key";

/** In characters: two of them fit into a refund's note. */
const noteMaxLength = 200;

const note = typedLines(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(noteMaxLength, fieldMessage("accounts.tooLong"));

/** The form of a refund. `seenBackCents`: what was refunded when the page was loaded. */
export const refundForm = z.object({
  amount: amountField,
  channel: z.enum(["provider", "outside"], fieldMessage("common.required")),
  note,
  seenBackCents: z.coerce.number(fieldMessage("office.changedMeanwhile")).int().min(0),
});

export type RefundForm = z.output<typeof refundForm>;

/**
 * The form of a bank transfer's outcome, with the bank's reference or the reason of the failure, and why it was sent
 * without a key of the buyer's.
 */
export const byHandForm = z.object({
  refundId: z.uuid(),
  outcome: z.enum(["succeeded", "failed"]),
  note,
  noKeyReason: typedText().max(noteMaxLength, fieldMessage("accounts.tooLong")).default(""),
  seenKeyGivenAt,
});

/** The form of a bank transfer that the bank returned. */
export const returnedRefundForm = z.object({ refundId: z.uuid(), returnReason: note });
