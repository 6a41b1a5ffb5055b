import { z } from "zod";
import { parsePixKey, pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { amountField, fieldMessage, typedLines, typedText } from "~/features/base/form-fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";
import type { RefundFailure } from "~/integrations/payments/payments";

/** When the Pix key on the page was given; empty without a key. */
const seenKeyGivenAt = z
  .union([z.literal(""), z.iso.datetime(fieldMessage("common.checkFields"))])
  .default("")
  .transform((seen) => (seen ? new Date(seen) : null));

const pixKey = typedText(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(pixKeyMaxLength, fieldMessage("accounts.tooLong"))
  .transform((typed, context) => {
    const pix = parsePixKey(typed);
    if (pix.ok) return pix.key;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage(pix.error) });
    return z.NEVER;
  });

const withdrawalKeyForm = z.object({ pixKey });

export const refundKeyForm = z.object({ pixKey, seenKeyGivenAt });

/** `byHand`: the refund is a bank transfer, which needs a Pix key. */
export function withdrawalForm({ byHand }: { byHand: boolean }) {
  return byHand ? withdrawalKeyForm : z.object({});
}

/** With the provider's text if we have no term for it. */
export function explainRefundFailure(
  failure: RefundFailure,
  providerMessage: string | null,
): { text: MessageKey; values: { reason: string } } {
  const isOther = failure === "other" && providerMessage !== null;
  const reason = isOther ? providerMessage.slice(0, 250) : "";
  return { text: isOther ? "office.providerSaid" : `office.refundFailures.${failure}`, values: { reason } };
}

/** In characters: two notes fit into a refund's. */
const noteMaxLength = 200;

const note = typedLines(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(noteMaxLength, fieldMessage("accounts.tooLong"));

/** `seenBackCents`: refunded when the page was loaded. */
export const refundForm = z.object({
  amount: amountField,
  channel: z.enum(["provider", "outside"], fieldMessage("common.required")),
  note,
  seenBackCents: z.coerce.number(fieldMessage("office.changedMeanwhile")).int().min(0),
});

export type RefundForm = z.output<typeof refundForm>;

/** `note`: the bank's reference, or why it failed. `noKeyReason`: why it was sent without a key of the buyer's. */
export const byHandForm = z.object({
  refundId: z.uuid(),
  outcome: z.enum(["succeeded", "failed"]),
  note,
  noKeyReason: typedText().max(noteMaxLength, fieldMessage("accounts.tooLong")).default(""),
  seenKeyGivenAt,
});

export const returnedRefundForm = z.object({ refundId: z.uuid(), returnReason: note });
