import { z } from "zod";
import { fieldMessage, typedLines, typedText } from "~/features/base/form-fields/typed-text";

const reason = typedLines(fieldMessage("common.required"))
  .min(1, fieldMessage("common.required"))
  .max(500, fieldMessage("accounts.tooLong"));

export const paidForm = z.object({
  bankReference: typedText(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(100, fieldMessage("accounts.tooLong")),
  /** The suspended payee was paid already. */
  anyway: z
    .literal("1")
    .optional()
    .transform((sent) => sent === "1"),
});

/** The default reference is the Pix code's txid. */
export const paidByCodeForm = z.object({
  bankReference: typedText().max(100, fieldMessage("accounts.tooLong")).default(""),
});

export const failedForm = z.object({ failure: reason });

export const returnedForm = z.object({ returnReason: reason });

/** As many as one person pays in a session. */
export const maxInBatch = 500;

export interface SeenPayouts {
  asOf: Date;
  count: number;
  cents: number;
}

const seenForMs = 60 * 60 * 1000;

/** Not before the last batch, not old, not in the future. */
export function maySeenBePrepared(
  { asOf }: Pick<SeenPayouts, "asOf">,
  { now, lastBatchAt }: { now: Date; lastBatchAt: Date | undefined },
): boolean {
  const at = asOf.getTime();
  // A payout is deducted from its time on: an earlier preview would include it again.
  if (lastBatchAt && at <= lastBatchAt.getTime()) return false;
  return at <= now.getTime() && now.getTime() - at <= seenForMs;
}

/** Undefined if anything is missing. */
export function parseSeen(fields: Record<string, string>): SeenPayouts | undefined {
  const [asOf, count, cents] = [fields.asOf, fields.count, fields.cents].map((text) =>
    /^\d{1,15}$/.test(text ?? "") ? Number(text) : Number.NaN,
  ) as [number, number, number];
  if (![asOf, count, cents].every(Number.isSafeInteger) || count < 1 || asOf > 8.64e15) return undefined;
  return { asOf: new Date(asOf), count, cents };
}
