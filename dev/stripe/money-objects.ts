import type { Booking, Charge, Dispute, Refund } from "./money-shapes";

/** https://docs.stripe.com/api/balance_transactions/object */
export function bookingObject(booking: Booking, source: string) {
  const { id, amount, created, currency, exchange_rate, fee, type } = booking;
  return {
    id,
    object: "balance_transaction",
    amount,
    available_on: created,
    created,
    currency,
    description: null,
    exchange_rate,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency, description: "Stripe fee", type: "stripe_fee" }]
      : [],
    net: amount - fee,
    reporting_category: type === "charge" ? "charge" : "dispute",
    source,
    status: "available",
    type,
  };
}

interface ChargeView {
  disputed: boolean;
  expandBooking: boolean;
}

/** https://docs.stripe.com/api/charges/object */
export function chargeObject(charge: Charge, { disputed, expandBooking }: ChargeView) {
  const { id, amount, amount_refunded, booking, created, currency, metadata, method, payment_intent } =
    charge;
  return {
    id,
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded,
    balance_transaction: booking && (expandBooking ? bookingObject(booking, id) : booking.id),
    captured: true,
    created,
    currency,
    customer: null,
    description: null,
    disputed,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata,
    paid: true,
    payment_intent,
    payment_method: methodId(payment_intent),
    payment_method_details: { type: method, [method]: {} },
    receipt_url: null,
    refunded: amount_refunded === amount,
    status: "succeeded",
  };
}

/** https://docs.stripe.com/api/refunds/object */
export function refundObject(refund: Refund, { expandFailure = false } = {}) {
  const { id, amount, charge, created, currency, failed_at, metadata, payment_intent, reason, status } =
    refund;
  const back = id.replace("re_", "txn_back");
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: id.replace("re_", "txn_"),
    charge,
    created,
    currency,
    ...(failed_at === undefined
      ? {}
      : {
          failure_balance_transaction: expandFailure
            ? { id: back, object: "balance_transaction", amount, created: failed_at, currency, source: id }
            : back,
        }),
    ...(status === "failed" ? { failure_reason: "unknown" } : {}),
    metadata,
    payment_intent,
    ...(status === "pending" ? { pending_reason: "processing" } : {}),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

/** https://docs.stripe.com/api/disputes/object */
export function disputeObject(dispute: Dispute) {
  const { id, amount, bookings, charge, created, currency, payment_intent, reason, status } = dispute;
  return {
    id,
    object: "dispute",
    amount,
    balance_transactions: bookings.map((booking) => bookingObject(booking, id)),
    charge,
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: dispute.evidence,
    evidence_details: {
      due_by: dispute.due_by,
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: false,
      submission_count: dispute.submission_count,
    },
    is_charge_refundable: status.startsWith("warning_"),
    livemode: false,
    metadata: {},
    payment_intent,
    reason,
    status,
  };
}

export function methodId(paymentIntent: string): string {
  return paymentIntent.replace("pi_", "pm_");
}
