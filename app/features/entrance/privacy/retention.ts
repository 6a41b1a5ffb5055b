import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";

const day = 24 * 60 * 60_000;

/** A card payment can be disputed for a year, and the bank reports it within a month. */
export const eventBodyMonths = 13;

/** As long as the payment can be disputed. */
export const mailMonths = 13;

/** For an invitation's address, and a gift's address and message. */
export const guestMonths = 13;
/** As long as the payment can be disputed. */
export const accessMonths = 13;

/** After an erasure: five years from the first day of the next year (CTN art. 173, I). */
export const taxIdMonths = 72;

/** Two years can be compared. */
export const visitMonths = 25;

/** After its expiry. */
export const expiredLinkDays = 1;

export const downloadDays = 7;

/** A download's job is given up by then. */
export const failedDownloadMs = 4 * day;

// Per statement, and statements per round: the rest waits for the next hour.
export const rowsPerStep = 1_000;
export const stepsPerRound = 50;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * day);
}

/** The 31st becomes the first days of the next month if it does not exist. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}

/** The person must still be paid, refunded or reached. */
export type ErasureWait = "payment" | "refund" | "claim" | "dispute" | "balance" | "lastAdmin";

export interface ErasureFacts {
  /** Purchases, and sales of the person's videos. */
  openPayments: number;
  openRefunds: number;
  /** Refunds that did not arrive and were not repeated. */
  openClaims: number;
  openDisputes: number;
  /** In cents of BRL; negative for a debt. */
  owedCents: number;
  /** In disputes of their sales, or in a payout that is not confirmed. */
  heldCents: number;
  isLastAdmin: boolean;
}

/** A balance below the minimum payout, or a debt, does not hold an erasure back (docs/decisions/0073). */
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

/** An erasure can be revoked for so long. */
export const erasureDays = 7;

/** The time between the deadline and the erasure in which the mail about it is sent. */
export const lastMailMs = 60 * 60_000;

/** The bank may return a transfer for so long, and then it is owed again: the payee stays. */
export const payeeDays = 90;

type ErasureStep =
  /** Not requested, revoked, not due or done. */
  | "nothing"
  /** From now on the erasure cannot be revoked. */
  | "begin"
  /** Erase as soon as nothing holds it back. */
  | "erase";

export function decideErasureStep(
  erasure: { due_at: Date; begun_at: Date | null; finished_at: Date | null } | undefined,
  now: Date,
): ErasureStep {
  if (!erasure || erasure.finished_at) return "nothing";
  if (!erasure.begun_at) return erasure.due_at <= now ? "begin" : "nothing";
  return now.getTime() - erasure.begun_at.getTime() >= lastMailMs ? "erase" : "nothing";
}
