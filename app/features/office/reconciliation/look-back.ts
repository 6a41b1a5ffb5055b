import { dayMs, hourMs } from "~/features/base/money/days";

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
