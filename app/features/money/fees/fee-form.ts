import { z } from "zod";
import { fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import { parseFeePercent } from "./release-form";

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

const rule = z.object({ pixDays: z.int(), boletoDays: z.int(), cardDays: z.int(), from: z.iso.date() });
const reserve = z.object({ reserveBp: z.int(), reserveDays: z.int(), from: z.iso.date() });

/** Returns the rule of a stored request. Throws for anything else. */
export function readRequestedRule(stored: unknown) {
  const { pixDays: pix, boletoDays: boleto, cardDays: card, from } = rule.parse(stored);
  return { days: { pix, boleto, card }, from };
}

/** Returns the reserve of a stored request. Throws for anything else. */
export function readRequestedReserve(stored: unknown) {
  const { reserveBp: bp, reserveDays: days, from } = reserve.parse(stored);
  return { reserve: { bp, days }, from };
}
