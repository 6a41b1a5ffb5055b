import { dayMs, hourMs } from "~/features/base/money/days";
import type { MovementCategory } from "~/integrations/payments/payments";

/**
 * How the database and the payment provider can differ. Each kind is decided in this file, by a query named here, or by
 * `event-errors.ts`, which settles what the provider reports.
 */
export type DifferenceKind =
  /** A reported payment without a sale: `event-errors.ts`, and not `isOfAnotherShop`. */
  | "unknownSale"
  | "unknownPayment"
  /** A reported payment that is not as its sale: `event-errors.ts`. */
  | "otherCheckout"
  | "otherAmount"
  /**
   * A pending sale whose checkout the provider does not know, such as after a change of its account:
   * `listUndecidedCheckouts`, each requested by id.
   */
  | "unknownCheckout"
  /** Paid here before `settledBefore`, unknown to the provider: `listUnseenSales`, each requested by id. */
  | "missingAtProvider"
  /** Requested before `settledBefore` and not sent: `listUnsentRefunds`. */
  | "refundNotSent"
  /** A second payment that could not be refunded automatically: `listOwedToBuyers`. */
  | "owedToBuyer"
  /** The account's balance is not the sum of its movements: `isBalanceOff`. */
  | "providerBalance"
  /** A sale's movements are not what the ledger has with the provider: `listAllOff`, `listSalesOff`. */
  | "providerSale"
  /** The same of a movement without a sale, or of an entry that is of no sale: `listAllOff`. */
  | "providerEntry"
  /** A movement of a category that the ledger does not know: `isUnknownMovement`. */
  | "unknownMovement"
  /** What could not be settled or compared, with the reason: `attempts.server.ts`. */
  | "notSettled"
  /** A violation found by the proof of the ledger: `ledger-proof.queries.server.ts`. */
  | "ledger";

/** Returns the moment before which a payment must be in the provider's lists, a refund sent and a movement posted. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - hourMs);
}

/**
 * Returns whether an unsettled fact is of another shop on the same account, and so no difference: a refund or dispute
 * of a payment that no sale has.
 */
export function isOfAnotherShop(error: string, { isKnownSale }: { isKnownSale: boolean }): boolean {
  return error === "unknownPayment" && !isKnownSale;
}

/** Returns whether the provider's balance is not the sum of its movements, both in cents. */
export function isBalanceOff(account: { providerCents: number; movementsCents: number }): boolean {
  return account.providerCents !== account.movementsCents;
}

/** Returns whether the ledger's balance with the provider is not the sum of the movements, both in cents. */
export function isLedgerOff(account: { ledgerCents: number; movementsCents: number }): boolean {
  return account.ledgerCents !== account.movementsCents;
}

/** Returns the kind of a difference between movements and ledger, of a sale or of an entry without one. */
export function kindOfEntry(saleId: string | null): "providerSale" | "providerEntry" {
  return saleId ? "providerSale" : "providerEntry";
}

export function isUnknownMovement({ category }: { category: MovementCategory }): boolean {
  return category === "other";
}

export interface BeforeRun {
  now: Date;
  lastRun: Date | undefined;
  oldestPendingRefund: Date | undefined;
  oldestOpenDispute: Date | undefined;
}

/** The start of each list of the provider, which filters by creation, not by the last change. */
export interface LookBack {
  /** Checkouts and charges. Older undecided checkouts are requested by id. */
  payments: Date;
  refunds: Date;
  disputes: Date;
}

const firstRunDays = 30;

/** Days of payments before the last run that are read again: events may arrive that late. */
const paymentDays = 3;

/**
 * Days for which a succeeded refund may still fail. A bank may take 30 to return the money
 * (https://docs.stripe.com/refunds#failed-refunds).
 */
export const refundDays = 45;

/**
 * Days for which a dispute may still change, an assumption: an inquiry is closed after 120, and a dispute or appeal
 * that follows is decided within about two months.
 */
const disputeDays = 180;

/**
 * Decides the start of each list. Decided payments are final after a bounded time, undecided ones never are. The
 * lists begin an hour earlier, because the provider's clock may be behind ours.
 */
export function decideLookBack(before: BeforeRun): LookBack {
  const { now, lastRun, oldestPendingRefund, oldestOpenDispute } = before;
  const from = lastRun ?? now;
  const payments = lastRun ? daysBefore(from, paymentDays) : daysBefore(now, firstRunDays);
  return {
    payments,
    refunds: earlier(daysBefore(from, refundDays), oldestPendingRefund),
    disputes: earlier(daysBefore(from, disputeDays), oldestOpenDispute),
  };
}

function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * dayMs);
}

function earlier(date: Date, other: Date | undefined): Date {
  return other ? new Date(Math.min(date.getTime(), other.getTime() - hourMs)) : date;
}
