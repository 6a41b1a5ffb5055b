import { currencies } from "~/i18n/money";

/**
 * The ledger's accounts. Credits are positive and debits negative, so that debts are positive and assets negative. The
 * lines of an entry sum to zero.
 * - `provider`: balance at the payment provider · `provider_fees`, `dispute_fees`: the provider's fees, those of
 *   disputes apart
 * - `disputed`: amounts withdrawn by the provider until a dispute is decided
 * - `creator`: owed to a creator · `platform`: earned by the platform
 * - `goodwill`: adjustments of creators' balances at the platform's expense
 * - `creator_held`, `platform_held`: both, while a dispute is open · `buyer`: owed to a buyer who paid twice
 * - `loss`: returned to a buyer beyond the payment
 * - `in_transit`: payouts to a creator on their way
 * - `bank`: the platform's bank account: paid out to it by the provider, less transfers to buyers
 * - `paid_out`: the same bank account, kept for each creator: payouts, less what came back
 * - `unexplained`: booked by the provider without a sale, fee or payout to the bank
 */
const accounts = [
  "provider",
  "provider_fees",
  "dispute_fees",
  "disputed",
  "creator",
  "creator_held",
  "platform",
  "platform_held",
  "goodwill",
  "buyer",
  "loss",
  "in_transit",
  "paid_out",
  "bank",
  "unexplained",
] as const;

export type Account = (typeof accounts)[number];

/** In cents. Only a creator's credit has a release day. */
export interface Posting {
  account: Account;
  cents: number;
  availableAt: Date | null;
}

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

export interface BookedMovement {
  category: string;
  currency: string;
  /** Cents. `netCents` is the amount less the fee. */
  feeCents: number;
  netCents: number;
  saleId: string | null;
}

/** Empty for a sale's movement, which the sale's position has, and for currencies outside the ledger. */
export function decideMovementPosition({
  category,
  currency,
  feeCents,
  netCents,
  saleId,
}: BookedMovement): Posting[] {
  if (saleId !== null || !currencies.some((known) => known === currency)) return [];
  const rest = netCents + feeCents;
  const other = otherAccount(category);
  const line = (account: Account, cents: number): Posting => ({ account, cents, availableAt: null });
  return [
    line("provider", -netCents),
    ...(other === "provider_fees"
      ? [line("provider_fees", netCents)]
      : [line("provider_fees", -feeCents), line(other, rest)]),
  ].filter(({ cents }) => cents !== 0);
}

function otherAccount(category: string): "bank" | "provider_fees" | "unexplained" {
  switch (category) {
    case "payout":
    case "payout_reversal":
      return "bank";
    case "fee":
      return "provider_fees";
    default:
      return "unexplained";
  }
}
