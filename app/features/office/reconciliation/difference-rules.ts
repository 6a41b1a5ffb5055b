import { dayMs, hourMs } from "~/features/base/money/days";
import type { MovementCategory } from "~/integrations/payments/payments";

/** Decided in this file, by a query named here, or by `event-errors.ts`, which settles what the provider reports. */
export type DifferenceKind =
  /** A reported payment without a sale: `event-errors.ts`, and not `isOfAnotherShop`. */
  | "unknownSale"
  | "unknownPayment"
  /** A reported payment that is not as its sale: `event-errors.ts`. */
  | "otherCheckout"
  | "otherAmount"
  /** The provider does not know a pending sale's checkout, as after a change of its account: `listUndecidedCheckouts`. */
  | "unknownCheckout"
  /** Paid here before `settledBefore`, unknown to the provider: `listUnseenSales`. */
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
  /** Could not be settled or compared, with the reason: `compare-account.server.ts`. */
  | "notSettled"
  /** A violation found by the proof of the ledger: `ledger-proof.queries.server.ts`. */
  | "ledger";

/** Before it a payment must be in the provider's lists, a refund sent and a movement posted. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - hourMs);
}

/** An unsettled refund or dispute of a payment that no sale has is of another shop on the same account. */
export function isOfAnotherShop(error: string, { isKnownSale }: { isKnownSale: boolean }): boolean {
  return error === "unknownPayment" && !isKnownSale;
}

export function isBalanceOff(account: { providerCents: number; movementsCents: number }): boolean {
  return account.providerCents !== account.movementsCents;
}

export function isLedgerOff(account: { ledgerCents: number; movementsCents: number }): boolean {
  return account.ledgerCents !== account.movementsCents;
}

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

/** Where each list of the provider starts: it filters by creation, not by the last change. */
export interface LookBack {
  /** Checkouts and charges. Older undecided checkouts are requested by id. */
  payments: Date;
  refunds: Date;
  disputes: Date;
}

const firstRunDays = 30;

/** Read again before the last run: events may arrive that late. */
const paymentDays = 3;

/** A succeeded refund may fail so long: banks take up to 30 days (https://docs.stripe.com/refunds#failed-refunds). */
export const refundDays = 45;

/** An assumption: an inquiry is closed after 120, and what follows it is decided within about two months. */
const disputeDays = 180;

/**
 * Decided payments are final after a bounded time, undecided ones never are. The lists begin an hour earlier, because the
 * provider's clock may be behind ours.
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
