/** What a run of the reconciliation knows before it begins. */
export interface BeforeRun {
  now: Date;
  /** When the last run began that came to its end. */
  lastRun: Date | undefined;
  /** The oldest refund that is on its way, and the oldest dispute that is open. */
  oldestPendingRefund: Date | undefined;
  oldestOpenDispute: Date | undefined;
}

/** From when on each of the provider's lists is read: they go by when a thing was made, not by when it last changed. */
export interface LookBack {
  /** Checkouts and charges. A payment that is still to come after that is asked for by its name. */
  payments: Date;
  refunds: Date;
  disputes: Date;
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How far the first run looks back for payments, in days. */
const firstRunDays = 30;

/** What was made so long before the last run, in days, is looked at again: a payment may take that long to be told of. */
const paymentDays = 3;

/**
 * How long after it was made a refund that succeeded may still fail, in days. Stripe says that a bank may take 30 to
 * give the money back to us (https://docs.stripe.com/refunds#failed-refunds).
 */
export const refundDays = 45;

/**
 * How long after it was made a dispute may still change, in days. Ours to assume: Stripe closes an inquiry that nobody
 * takes further after 120, and a dispute that it became, or an appeal, is decided within some two months.
 */
const disputeDays = 180;

/**
 * Decides from when on each list is read. What was decided counts as final after a bounded time, what is not decided
 * never does: an hour more for what the provider dates a little before we noted it.
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
