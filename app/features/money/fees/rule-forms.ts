import { z } from "zod";
import { fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import { parseAmount } from "~/features/base/money/price";
import { type Day, dayMs, dayOf } from "~/i18n/days";
import { plainCode } from "~/ui/forms/plain-code";
import { highestMinimumPayoutCents, minimumPayoutCents } from "./minimum-payout";

/** At least the withdrawal period (CDC, art. 49); longer needs a reserve's reason. */
const releaseDayLimits = { min: 7, max: 60 } as const;

/** Half of the creator's part, for the time of most card disputes. */
const reserveLimits = { maxBp: 5_000, maxDays: 180 } as const;

export const ruleReasonMaxLength = 500;

const days = ({ min, max }: { min: number; max: number }, message: ReturnType<typeof fieldMessage>) =>
  z
    .string(fieldMessage("common.required"))
    .overwrite(plainCode)
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((typed) => typed >= min && typed <= max, message);

const percent = (maxBp: number, message: ReturnType<typeof fieldMessage>) =>
  z.string(fieldMessage("common.required")).transform((typed, context) => {
    const bp = parseFeePercent(typed);
    if (bp !== undefined && bp <= maxBp) return bp;
    context.issues.push({ code: "custom", input: typed, message });
    return z.NEVER;
  });

const requested = {
  id: z.uuid(fieldMessage("common.checkFields")),
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(ruleReasonMaxLength, fieldMessage("accounts.tooLong")),
};

const shared = { ...requested, from: z.iso.date(fieldMessage("fees.dayInvalid")) };

const releaseDay = days(releaseDayLimits, fieldMessage("releases.daysInvalid"));

export const releaseForm = z.object({
  ...shared,
  pixDays: releaseDay,
  boletoDays: releaseDay,
  cardDays: releaseDay,
});

/** Zero percent and zero days end a reserve. */
export const reserveForm = z
  .object({
    ...shared,
    percent: percent(reserveLimits.maxBp, fieldMessage("releases.percentInvalid")),
    days: days({ min: 0, max: reserveLimits.maxDays }, fieldMessage("releases.reserveDaysInvalid")),
  })
  .refine(({ percent, days: wait }) => (percent === 0) === (wait === 0), {
    path: ["days"],
    error: fieldMessage("releases.bothOrNone"),
  });

const maxFeeBp = 5_000;

/** Parses a percentage such as "12,5" into basis points; at most two decimals, otherwise undefined. */
export function parseFeePercent(typed: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(plainCode(typed));
  if (!match) return undefined;
  const bp = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return bp <= maxFeeBp ? bp : undefined;
}

const maxDaysAhead = 366;

/** Tomorrow in São Paulo, so that no past sale changes. */
export function earliestFeeStart(now: Date): Day {
  return dayOf(new Date(now.getTime() + dayMs));
}

export function judgeFeeStart(from: Day, now: Date): "past" | "tooFar" | undefined {
  if (from < earliestFeeStart(now)) return "past";
  return from > dayOf(new Date(now.getTime() + maxDaysAhead * dayMs)) ? "tooFar" : undefined;
}

export const feeForm = z.object({
  ...shared,
  percent: percent(maxFeeBp, fieldMessage("fees.percentInvalid")),
});

export const minimumPayoutForm = z.object({
  ...requested,
  amount: z.string(fieldMessage("common.required")).transform((typed, context) => {
    const cents = parseAmount(typed);
    if (cents && cents >= minimumPayoutCents && cents <= highestMinimumPayoutCents) return cents;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage("fees.minimumInvalid") });
    return z.NEVER;
  }),
});

const rule = z.object({ pixDays: z.int(), boletoDays: z.int(), cardDays: z.int(), from: z.iso.date() });
const reserve = z.object({ reserveBp: z.int(), reserveDays: z.int(), from: z.iso.date() });

/** Throws if malformed. */
export function readRequestedRule(stored: unknown) {
  const { pixDays: pix, boletoDays: boleto, cardDays: card, from } = rule.parse(stored);
  return { days: { pix, boleto, card }, from };
}

/** Throws if malformed. */
export function readRequestedReserve(stored: unknown) {
  const { reserveBp: bp, reserveDays: days, from } = reserve.parse(stored);
  return { reserve: { bp, days }, from };
}
