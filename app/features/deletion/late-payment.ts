const day = 24 * 60 * 60_000;

/**
 * For so long after a sale was begun, in milliseconds, and after its checkout ended, a sale that failed may still turn
 * out to be paid. A Pix or boleto is decided within days and Stripe repeats what it tells for three days; what was
 * lost, the daily reconciliation finds. Thirty days leave room for all of it, and for an outage of ours.
 */
export const latePaymentMs = 30 * day;
