import { z } from "zod";
import { typedLines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { plainCode } from "~/ui/forms/plain-code";
import { parseFeePercent } from "./fee-percent";

/**
 * The fewest days until a release: the buyer may withdraw for seven (art. 49 of the Brazilian consumer code), and the
 * money of a sale that is taken back should still be there. The most: money of others is not kept for longer without a
 * reason of its own, which is what a reserve has.
 */
const releaseDayLimits = { min: 7, max: 60 } as const;

/** The largest reserve: half of the creator's part, for the time in which most disputes of cards are opened. */
const reserveLimits = { maxBp: 5_000, maxDays: 180 } as const;

/** The longest reason, in characters. */
export const releaseReasonMaxLength = 500;

const days = ({ min, max }: { min: number; max: number }, message: ReturnType<typeof fieldMessage>) =>
  z
    .string(fieldMessage("common.required"))
    .overwrite(plainCode)
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((typed) => typed >= min && typed <= max, message);

const shared = {
  id: z.uuid(fieldMessage("common.checkFields")),
  from: z.iso.date(fieldMessage("fees.dayInvalid")),
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(releaseReasonMaxLength, fieldMessage("accounts.tooLong")),
};

const releaseDay = days(releaseDayLimits, fieldMessage("releases.daysInvalid"));

/** The days until releases as an administrator types them; `id` was made with the form. */
export const releaseForm = z.object({
  ...shared,
  pixDays: releaseDay,
  boletoDays: releaseDay,
  cardDays: releaseDay,
});

/** A creator's reserve as an administrator types it. Zero percent and zero days end it. */
export const reserveForm = z
  .object({
    ...shared,
    percent: z.string(fieldMessage("common.required")).transform((typed, context) => {
      const bp = parseFeePercent(typed);
      if (bp !== undefined && bp <= reserveLimits.maxBp) return bp;
      context.issues.push({ code: "custom", input: typed, message: fieldMessage("releases.percentInvalid") });
      return z.NEVER;
    }),
    days: days({ min: 0, max: reserveLimits.maxDays }, fieldMessage("releases.reserveDaysInvalid")),
  })
  .refine(({ percent, days: wait }) => (percent === 0) === (wait === 0), {
    path: ["days"],
    error: fieldMessage("releases.bothOrNone"),
  });
