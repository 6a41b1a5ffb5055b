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

/** A missing property counts as empty; throws where one is malformed. */
export function parseStoredDetails(stored: unknown): StoredDetails {
  return storedDetails.parse(stored);
}

/** The chosen method and its fields; those of the other methods stay. */
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

/** From a change of where a creator is paid to the first payout to the new destination. */
export const holdHours = 48;

const holdMs = holdHours * 60 * 60 * 1000;

/** How long administrators see a change marked. */
const markedDays = 30;

/** The last change that was not cancelled. */
export interface DetailsChange {
  /** In force when the change was made. */
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

/** The details that payouts use at a time: the saved ones, or those they replace while the change is held. */
export function decideInForce<Details extends StoredDetails>(
  saved: Details,
  change: DetailsChange | undefined,
  at: Date,
): Details {
  return isHeld(change, at) ? { ...saved, ...change.replaced } : saved;
}

/** `decidePayee` with the details in force. `skipHeld`: nothing is paid while a change is held. */
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
  /** The destination stays: a change under way goes on. */
  | { kind: "same" }
  /** Back to the destination in force: the change under way is cancelled. */
  | { kind: "cancel" }
  | { kind: "change"; replaced: StoredDetails; effectiveAt: Date };

/**
 * Another destination is held for 48 hours; a change while one is held starts the time again, and payouts go on to the
 * destination in force. The first details of a creator who never earned anything are not held. `last`: their last change
 * that was not cancelled.
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

/** Details that cannot be paid to are no destination, so no two of them are the same. */
function isSameDestination(one: StoredDetails, other: StoredDetails): boolean {
  const payee = payeeOf(one);
  return payee !== undefined && JSON.stringify(payee) === JSON.stringify(payeeOf(other));
}

function payeeOf(details: StoredDetails): Payee | undefined {
  const decided = decidePayee({ ...details, full_name: "-", suspended: false });
  return decided.ok ? decided.payee : undefined;
}
