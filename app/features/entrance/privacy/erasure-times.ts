import { minimumPayoutCents } from "~/features/money/payees/minimum-payout";

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

// What an erasure keeps is decided in `emptied-on-erasure.queries.server.ts`, and for how long in `retention.ts`.

/** For how many days an erasure can be revoked. */
export const erasureDays = 7;

/** In milliseconds: between the end of the waiting time and the erasure itself, for the mail about it to be sent. */
export const lastMailMs = 60 * 60_000;

/**
 * For how many days after a transfer to a creator the payee stays, also after the erasure of the account: the bank may
 * return it, and then it is owed again.
 */
export const payeeDays = 90;

type ErasureStep =
  /** Nothing to do now: not asked for, revoked, not due or done. */
  | "nothing"
  /** The waiting time is over: the erasure can no longer be revoked. */
  | "begin"
  /** Begun: erase as soon as nothing holds it back. */
  | "erase";

export function decideErasureStep(
  erasure: { due_at: Date; begun_at: Date | null; finished_at: Date | null } | undefined,
  now: Date,
): ErasureStep {
  if (!erasure || erasure.finished_at) return "nothing";
  if (!erasure.begun_at) return erasure.due_at <= now ? "begin" : "nothing";
  return now.getTime() - erasure.begun_at.getTime() >= lastMailMs ? "erase" : "nothing";
}
