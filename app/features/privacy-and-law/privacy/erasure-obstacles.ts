import { minimumPayoutCents } from "~/features/payouts/payees/minimum-payout";

/** Reasons for an erasure to wait: the person must still be paid, refunded or reached. */
export type ErasureWait = "payment" | "refund" | "claim" | "dispute" | "balance" | "lastAdmin";

export interface ErasureFacts {
  /** Purchases whose payment may still arrive, and sales of the person's videos in that state. */
  openPayments: number;
  /** Refunds of purchases that are on their way. */
  openRefunds: number;
  /** Refunds of purchases that were promised, did not arrive, and were not made again. */
  openClaims: number;
  /** Disputed purchases that the bank has not decided. */
  openDisputes: number;
  /** The person's balance as a creator, in cents of BRL; negative for a debt. */
  owedCents: number;
  /** Held by disputes of their sales, or in a payout that is not confirmed. */
  heldCents: number;
  /** The only administrator. */
  isLastAdmin: boolean;
}

/**
 * Returns what an erasure has to wait for; nothing means that it may run. A balance below the minimum payout, or a
 * debt, does not hold it back: the first is never paid out, the second has nobody left to be deducted from
 * (docs/decisions/0073).
 */
export function listErasureWaits(facts: ErasureFacts): ErasureWait[] {
  const waits: [ErasureWait, boolean][] = [
    ["lastAdmin", facts.isLastAdmin],
    ["payment", facts.openPayments > 0],
    ["refund", facts.openRefunds > 0],
    ["claim", facts.openClaims > 0],
    ["dispute", facts.openDisputes > 0],
    ["balance", facts.owedCents >= minimumPayoutCents || facts.heldCents > 0],
  ];
  return waits.filter(([, holds]) => holds).map(([wait]) => wait);
}
