import { dayMs, hourMs } from "~/i18n/days";
import type { MovementCategory } from "~/integrations/payments/payments";

/** Decided here or by the named query; reported facts by `event-errors.ts`. */
export type DifferenceKind =
  /** A reported payment without a sale, and not `isOfAnotherShop`. */
  | "unknownSale"
  | "unknownPayment"
  /** A reported payment that differs from its sale. */
  | "otherCheckout"
  | "otherAmount"
  /** The provider does not know a pending sale's checkout: `listUndecidedCheckouts`. */
  | "unknownCheckout"
  /** Paid here before `settledBefore`, unknown to the provider: `listUnseenSales`. */
  | "missingAtProvider"
  /** Requested before `settledBefore` and not sent: `listUnsentRefunds`. */
  | "refundNotSent"
  /** A second payment that could not be refunded automatically: `listOwedToBuyers`. */
  | "owedToBuyer"
  /** The balance is not the sum of the movements: `isBalanceOff`. */
  | "providerBalance"
  /** A sale's movements differ from the ledger's lines with the provider: `listAllOff`, `listSalesOff`. */
  | "providerSale"
  /** The same without a sale: `listAllOff`. */
  | "providerEntry"
  /** A movement of an unknown category: `isUnknownMovement`. */
  | "unknownMovement"
  /** Could not be settled or compared, with the reason: `compare-account.server.ts`. */
  | "notSettled"
  /** A violation that the ledger's proof found: `ledger-proof.queries.server.ts`. */
  | "ledger";

/** Earlier payments must be in the provider's lists, refunds sent and movements posted. */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - hourMs);
}

/** An unsettled refund or dispute without a known sale is of another shop on the same account. */
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

/** Start of each list of the provider, which filters by creation, not by the last change. */
export interface LookBack {
  /** Checkouts and charges. Older undecided ones are requested by id. */
  payments: Date;
  refunds: Date;
  disputes: Date;
}

const firstRunDays = 30;

/** Read again before the last run: events may be so late. */
const paymentDays = 3;

/** Banks take up to 30 days to reject one (https://docs.stripe.com/refunds#failed-refunds). */
export const refundDays = 45;

/** An assumption: inquiries close after 120, and decisions follow within about two months. */
const disputeDays = 180;

/**
 * Decided payments are final after a bounded time, undecided ones never are. Lists begin an hour earlier, because the
 * provider's clock may be behind.
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

export const overdueHours = 26;

export function decideCheckAge(completeAt: Date, now: Date): { hours: number; overdue: boolean } {
  const elapsed = now.getTime() - completeAt.getTime();
  return { hours: Math.max(0, Math.floor(elapsed / hourMs)), overdue: elapsed > overdueHours * hourMs };
}
