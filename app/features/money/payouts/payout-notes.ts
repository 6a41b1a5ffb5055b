import { type DetailsChange, decidePayeeAt, isHeld, isMarked } from "~/features/money/payees/details-hold";
import type { Payee, PayoutDetails } from "~/features/money/payees/payee";

/**
 * Prepared (amount and payee frozen), then paid with the bank's reference, or failed. The bank may return a paid one
 * days later. A failed or returned amount is owed again.
 */
export const payoutStatuses = ["prepared", "paid", "failed", "returned"] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** The trigger `payouts_frozen` (0009-payouts) enforces it, too. */
const following: Record<PayoutStatus, readonly PayoutStatus[]> = {
  prepared: ["paid", "failed"],
  paid: ["returned"],
  failed: [],
  returned: [],
};

export function mayFollow(status: PayoutStatus, next: PayoutStatus): boolean {
  return following[status].includes(next);
}

export interface PaidAdjustment {
  kind: "credit" | "debit" | "writeOff" | "repayment";
  /** Cents, negative for a debit. */
  cents: number;
  reason: string;
  author: string;
  approver: string | null;
}

/** Of the creator now, and of earlier payouts. Cents. */
export interface PayoutFacts {
  preparedAt: Date;
  cents: number;
  frozen: Payee;
  saved: PayoutDetails;
  change: DetailsChange | undefined;
  erased: boolean;
  isAdmin: boolean;
  /** Highest of the last paid payouts before; null for the first. */
  usualCents: number | null;
  /** Without this payout; negative for a debt. */
  owedCents: number;
  disputedCents: number;
  adjustments: readonly PaidAdjustment[];
}

export const comparedPayouts = 6;

/** Multiple of the usual payout. */
const farAbove = 3;

/**
 * What an administrator must know before paying or confirming, by urgency:
 * - `suspended`: the account is, since the batch was prepared; by default nothing is paid
 * - `erased`: the account is; what it is still owed goes to the details of its last transfer
 * - `detailsDiffer`: the creator would now be paid elsewhere than this payout goes
 * - `detailsChangedSince`: the details were changed after the batch was prepared; `held`: they are not in force yet
 * - `detailsChanged`: they were changed in the 30 days before
 * - `owes`: a refund or dispute has made the balance negative since
 * - `disputed`: an open dispute holds some of the creator's earnings
 * - `payeeIsAdmin`, `firstPayout`, `farAboveUsual`, `adjusted`
 */
export type PayoutNote =
  | { kind: "suspended" | "erased" | "detailsDiffer" | "payeeIsAdmin" | "firstPayout" }
  | { kind: "detailsChangedSince"; at: Date; held: boolean }
  | { kind: "detailsChanged"; at: Date }
  | { kind: "owes" | "disputed" | "farAboveUsual"; cents: number }
  | { kind: "adjusted"; adjustment: PaidAdjustment };

/** Not to be paid, unless it was transferred already. */
export function isStopped(notes: readonly Pick<PayoutNote, "kind">[]): boolean {
  return notes.some(({ kind }) => kind === "suspended");
}

export function listPayoutNotes(facts: PayoutFacts, now: Date): PayoutNote[] {
  const { saved, change, frozen, preparedAt, usualCents, cents } = facts;
  const notes: PayoutNote[] = [];
  if (saved.suspended) notes.push({ kind: "suspended" });
  if (facts.erased) notes.push({ kind: "erased" });
  const inForce = decidePayeeAt({ ...saved, suspended: false }, change, now);
  if (!facts.erased && (!inForce.ok || !isSamePlace(inForce.payee, frozen)))
    notes.push({ kind: "detailsDiffer" });
  if (change && change.changedAt > preparedAt)
    notes.push({ kind: "detailsChangedSince", at: change.changedAt, held: isHeld(change, now) });
  else if (isMarked(change, preparedAt)) notes.push({ kind: "detailsChanged", at: change.changedAt });
  if (facts.owedCents < 0) notes.push({ kind: "owes", cents: -facts.owedCents });
  if (facts.disputedCents > 0) notes.push({ kind: "disputed", cents: facts.disputedCents });
  if (facts.isAdmin) notes.push({ kind: "payeeIsAdmin" });
  if (usualCents === null) notes.push({ kind: "firstPayout" });
  else if (cents > farAbove * usualCents) notes.push({ kind: "farAboveUsual", cents: usualCents });
  for (const adjustment of facts.adjustments) notes.push({ kind: "adjusted", adjustment });
  return notes;
}

/** Ignores the name. */
function isSamePlace(one: Payee, other: Payee): boolean {
  const place = ({ payment_method, pix_key, bank_name, bank_account_number, ...more }: Payee) =>
    JSON.stringify([
      payment_method,
      pix_key,
      bank_name,
      bank_account_number,
      more.bank_code,
      more.bank_branch,
      more.bank_holder_tax_id,
      more.card_last4,
      more.card_holder_name,
    ]);
  return place(one) === place(other);
}
