import { z } from "zod";
import { typedText } from "~/features/fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";

const says = (key: MessageKey) => key;

/** As a price is typed (product.md, Validation): comma or point before at most two decimals. */
const accepted = /^[0-9]+(?:[.,][0-9]{1,2})?$/;

/** The longest amount typed, in characters: more than any sale. */
const amountMaxLength = 15;

/** Reads an amount as typed, "10,00" or "10.5": whole cents computed on the digits, at least one; else undefined. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim();
  if (text.length > amountMaxLength || !accepted.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  const cents = Number(whole + decimals.padEnd(2, "0"));
  return cents > 0 ? cents : undefined;
}

/** An amount as typed, read as whole cents; the message where it is none. */
export const typedAmount = z
  .string(says("common.required"))
  .trim()
  .min(1, says("common.required"))
  .transform((typed, context) => {
    const cents = parseAmount(typed);
    if (cents !== undefined) return cents;
    context.issues.push({ code: "custom", input: typed, message: says("office.amountInvalid") });
    return z.NEVER;
  });

/** The longest reason or reference, in characters. Two fit into what is kept of a refund. */
const noteMaxLength = 200;

const note = typedText(says("common.required"))
  .min(1, says("common.required"))
  .max(noteMaxLength, says("accounts.tooLong"));

/** What an administrator says of a refund. `seenBackCents` is what had gone back when the page was made. */
export const refundForm = z.object({
  amount: typedAmount,
  channel: z.enum(["provider", "outside"], says("common.required")),
  note,
  seenBackCents: z.coerce.number(says("office.changedMeanwhile")).int().min(0),
});

export type RefundForm = z.output<typeof refundForm>;

/** How a refund by hand ended, with the bank's reference, or why it could not be sent. */
export const byHandForm = z.object({
  refundId: z.uuid(),
  outcome: z.enum(["succeeded", "failed"]),
  note,
});
