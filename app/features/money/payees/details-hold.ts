import { z } from "zod";
import { cardLast4 } from "~/features/base/money/payout-method";
import { decidePayee, type Payee, type PayeeProblem, type PayoutDetails, type StoredDetails } from "./payee";
import type { PayoutForm } from "./payout-form";

const text = z.string().nullable().default(null);

const storedDetails = z.object({
  payment_method: z.enum(["pix", "bank", "card", "stripe"]).default("pix"),
  pix_key: text,
  bank_name: text,
  bank_account_number: text,
  bank_code: text,
  bank_branch: text,
  bank_holder_tax_id: text,
  card_last4: text,
  card_holder_name: text,
});

/** A missing property counts as empty. Throws if one is malformed. */
export function parseStoredDetails(stored: unknown): StoredDetails {
  return storedDetails.parse(stored);
}

/** Keeps the fields of the other methods. */
export function applyForm(saved: StoredDetails, form: PayoutForm): StoredDetails {
  const last4 = cardLast4(form.cardNumber);
  const fields = {
    pix: { pix_key: form.pixKey },
    bank: {
      bank_name: form.bankName,
      bank_account_number: form.bankAccount,
      bank_code: form.bankCode ?? null,
      bank_branch: form.bankBranch ?? null,
      bank_holder_tax_id: form.bankHolderTaxId ?? null,
    },
    card: { card_holder_name: form.cardHolderName, ...(last4 ? { card_last4: last4 } : {}) },
  };
  return { ...saved, payment_method: form.paymentMethod, ...fields[form.paymentMethod] };
}

/** From a change of destination to the first payout to it. */
export const holdHours = 48;

const holdMs = holdHours * 60 * 60 * 1000;

/** How long administrators see a change marked. */
const markedDays = 30;

/** The last change that was not cancelled. */
export interface DetailsChange {
  replaced: StoredDetails;
  changedAt: Date;
  effectiveAt: Date;
}

export function isHeld(change: DetailsChange | undefined, at: Date): change is DetailsChange {
  return change !== undefined && at < change.effectiveAt;
}

export function isMarked(change: DetailsChange | undefined, at: Date): change is DetailsChange {
  return change !== undefined && at.getTime() - change.changedAt.getTime() < markedDays * 24 * 60 * 60 * 1000;
}

/** The details that payouts use at a time: the saved ones, or those before a held change. */
export function decideInForce<Details extends StoredDetails>(
  saved: Details,
  change: DetailsChange | undefined,
  at: Date,
): Details {
  return isHeld(change, at) ? { ...saved, ...change.replaced } : saved;
}

/** `decidePayee` with the details in force. `skipHeld`: pays nothing while a change is held. */
export function decidePayeeAt(
  saved: PayoutDetails,
  change: DetailsChange | undefined,
  at: Date,
  { skipHeld = false }: { skipHeld?: boolean } = {},
): { ok: true; payee: Payee } | { ok: false; problem: PayeeProblem } {
  const decided = decidePayee(decideInForce(saved, change, at));
  if (!isHeld(change, at)) return decided;
  if (decided.ok) return skipHeld ? { ok: false, problem: "detailsHeld" } : decided;
  if (decided.problem === "suspended") return decided;
  return decidePayee(saved).ok ? { ok: false, problem: "detailsHeld" } : decided;
}

type ChangeDecision =
  /** The destination stays: a held change continues. */
  | { kind: "same" }
  /** Back to the destination in force: cancels the held change. */
  | { kind: "cancel" }
  | { kind: "change"; replaced: StoredDetails; effectiveAt: Date };

/**
 * Another destination is held for 48 hours, with payouts to the one in force; a further change starts the time again. A
 * creator's first details, before any earnings, are not held. `last`: the last change that was not cancelled.
 */
export function decideChange({
  saved,
  chosen,
  last,
  hasEarned,
  now,
}: {
  saved: StoredDetails;
  chosen: StoredDetails;
  last: DetailsChange | undefined;
  hasEarned: boolean;
  now: Date;
}): ChangeDecision {
  const inForce = decideInForce(saved, last, now);
  if (isSameDestination(chosen, inForce)) return isHeld(last, now) ? { kind: "cancel" } : { kind: "same" };
  if (isSameDestination(chosen, saved)) return { kind: "same" };
  const isFirst = last === undefined && !hasEarned && payeeOf(inForce) === undefined;
  return {
    kind: "change",
    replaced: inForce,
    effectiveAt: isFirst ? now : new Date(now.getTime() + holdMs),
  };
}

/** Details that cannot be paid to are never the same destination. */
function isSameDestination(one: StoredDetails, other: StoredDetails): boolean {
  const payee = payeeOf(one);
  return payee !== undefined && JSON.stringify(payee) === JSON.stringify(payeeOf(other));
}

function payeeOf(details: StoredDetails): Payee | undefined {
  const decided = decidePayee({ ...details, full_name: "-", suspended: false });
  return decided.ok ? decided.payee : undefined;
}
