import { currencies } from "~/features/base/money/currency";
import type { Account, Posting } from "./ledger-accounts";

export interface BookedMovement {
  category: string;
  currency: string;
  /** Cents. `netCents` is what changed the balance: the amount less the fee. */
  feeCents: number;
  netCents: number;
  /** The sale whose position has it; null where there is none. */
  saleId: string | null;
}

/**
 * Decides what each account must hold because of a movement that the provider booked; the postings sum to zero. None
 * for one of a sale, whose own position has it, nor in a currency that the ledger does not have.
 */
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
