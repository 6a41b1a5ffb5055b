const day = 24 * 60 * 60_000;

/**
 * How long after its start, and after the end of its checkout, a failed sale may still turn out to be paid, in
 * milliseconds. A Pix or boleto is decided within days, Stripe repeats events for three days, and the daily
 * reconciliation finds lost ones. Thirty days include time for an outage.
 */
export const latePaymentMs = 30 * day;
