/**
 * The ledger's accounts. Credits are positive, debits negative, so that what is owed reads as it is, and what is had is
 * negative. The lines of an entry sum to zero.
 * - `provider`: what the payment provider holds for us · `provider_fees`: what it kept
 * - `disputed`: what it took until a dispute is decided
 * - `creator`: what a creator is owed · `platform`: what the platform earned
 * - `creator_held`, `platform_held`: the same, while a dispute is open · `buyer`: what a buyer is owed, having paid
 * twice
 * - `loss`: what went back to a buyer beyond what was paid
 * - `in_transit`: what is being paid out to a creator · `paid_out`: what was
 * - `bank`: what the provider paid out to the platform's own bank account, less what left that account for a buyer
 * - `unexplained`: what the provider booked and no sale, fee or payout to the bank explains
 */
export const accounts = [
  "provider",
  "provider_fees",
  "disputed",
  "creator",
  "creator_held",
  "platform",
  "platform_held",
  "buyer",
  "loss",
  "in_transit",
  "paid_out",
  "bank",
  "unexplained",
] as const;

export type Account = (typeof accounts)[number];

/** An amount on an account, in cents. Only what a creator is owed has a day from which it can be paid out. */
export interface Posting {
  account: Account;
  cents: number;
  availableAt: Date | null;
}

/** The reason of an entry. */
export type EntryReason =
  | "sale"
  | "refund"
  | "dispute"
  | "fee"
  | "release"
  | "payout"
  | "return"
  | "adjustment"
  | "writeOff"
  | "repayment"
  | "movement";
