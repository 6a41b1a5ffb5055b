import { z } from "zod";
import { fieldMessage, typedText } from "~/features/fields/typed-text";
import { seenKeyGivenAt } from "./seen-key";

/** As a price is typed (product.md, Validation): comma or point before at most two decimals. */
const accepted = /^[0-9]+(?:[.,][0-9]{1,2})?$/;

/** The longest amount typed, in characters: more than any sale. */
const amountMaxLength = 15;

/** Parses an amount such as "10,00" or "10.5". Returns whole cents, computed from the digits, at least 1; else undefined. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim();
  if (text.length > amountMaxLength || !accepted.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  const cents = Number(whole + decimals.padEnd(2, "0"));
  return cents > 0 ? cents : undefined;
}

/** Parses a typed amount into whole cents. */
export const typedAmount = z
  .string(fieldMessage("common.required"))
  .trim()
  .min(1, fieldMessage("common.required"))
  .transform((typed, context) => {
    const cents = parseAmount(typed);
    if (cents !== undefined) return cents;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("office.amountInvalid") });
    return z.NEVER;
  });

/** In characters: two of them fit into a refund's note. */
const noteMaxLength = 200;

const note = typedText(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(noteMaxLength, fieldMessage("accounts.tooLong"));

/** The form of a refund. `seenBackCents`: what was refunded when the page was loaded. */
export const refundForm = z.object({
  amount: typedAmount,
  channel: z.enum(["provider", "outside"], fieldMessage("common.required")),
  note,
  seenBackCents: z.coerce.number(fieldMessage("office.changedMeanwhile")).int().min(0),
});

export type RefundForm = z.output<typeof refundForm>;

/**
 * The form of a bank transfer's outcome, with the bank's reference or the reason of the failure, and why it was sent without a
 * key of the buyer's.
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
