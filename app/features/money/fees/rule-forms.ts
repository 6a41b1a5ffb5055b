import { z } from "zod";
import { fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import { type Day, dayMs, dayOf } from "~/features/base/money/days";
import { plainCode } from "~/ui/forms/plain-code";

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

/** The highest fee that an administrator may set, in basis points. */
const maxFeeBp = 5_000;

/** Parses a fee in percent, such as "12,5", into basis points; undefined for anything else. At most two decimals. */
export function parseFeePercent(typed: string): number | undefined {
  const found = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(plainCode(typed));
  if (!found) return undefined;
  const bp = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return bp <= maxFeeBp ? bp : undefined;
}

/** The latest start of a fee: this many days ahead. */
const maxDaysAhead = 366;

/** Returns the first day on which a new fee may hold: tomorrow in São Paulo, so that no sale made before changes. */
export function earliestFeeStart(now: Date): Day {
  return dayOf(new Date(now.getTime() + dayMs));
}

/** Returns why a fee may not hold from a day, undefined where it may. */
export function judgeFeeStart(from: Day, now: Date): "past" | "tooFar" | undefined {
  if (from < earliestFeeStart(now)) return "past";
  return from > dayOf(new Date(now.getTime() + maxDaysAhead * dayMs)) ? "tooFar" : undefined;
}

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
