import { z } from "zod";
import { amountField, fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import type { EntryReason, Posting } from "./movement-position";

/**
 * What an administrator may do to a creator's balance:
 * - `credit`, `debit`: the platform pays, or takes back, what no sale explains
 * - `writeOff`: the platform pays what the creator owes
 * - `repayment`: the creator paid back to the platform's bank account what they owe
 */
export const adjustmentKinds = ["credit", "debit", "writeOff", "repayment"] as const;

export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const highestAdjustmentCents = 10_000_000;

/** Reduces a debt, and may not exceed it. */
export function settlesDebt(kind: AdjustmentKind): boolean {
  return kind === "writeOff" || kind === "repayment";
}

/** `owedCents`: the creator's balance, negative where they owe. */
export function judgeAdjustment(
  kind: AdjustmentKind,
  cents: number,
  owedCents: number,
): "tooHigh" | "noDebt" | "moreThanDebt" | undefined {
  if (cents > highestAdjustmentCents) return "tooHigh";
  if (!settlesDebt(kind)) return undefined;
  if (owedCents >= 0) return "noDebt";
  return cents > -owedCents ? "moreThanDebt" : undefined;
}

const reasons: Record<AdjustmentKind, EntryReason> = {
  credit: "adjustment",
  debit: "adjustment",
  writeOff: "writeOff",
  repayment: "repayment",
};

/** A repayment reverts payouts; all else is goodwill at the platform's expense, or in its favour. */
export function decideAdjustment(
  kind: AdjustmentKind,
  cents: number,
  now: Date,
): { reason: EntryReason; postings: Posting[] } {
  const toCreator = kind === "debit" ? -cents : cents;
  const other = kind === "repayment" ? "paid_out" : "goodwill";
  return {
    reason: reasons[kind],
    postings: [
      { account: "creator", cents: toCreator, availableAt: now },
      { account: other, cents: -toCreator, availableAt: null },
    ],
  };
}

const adjustmentReasonMaxLength = 500;

export const adjustmentForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  kind: z.enum(adjustmentKinds, fieldMessage("common.required")),
  amount: amountField,
  reason: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(adjustmentReasonMaxLength, fieldMessage("accounts.tooLong")),
});
