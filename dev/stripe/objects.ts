/** Objects as the API and the webhooks show them, without the fields that only other products need. */
import { createHash } from "node:crypto";
import type { Booking, Charge, Dispute, Movement, PaymentIntent, Refund, Session, State } from "./state";

/** The one of the SDK in package.json. */
export const API_VERSION = "2026-10-28.endive";

/** https://docs.stripe.com/api/checkout/sessions/object. `origin`: of the pay page. `payment`: if expanded. */
export function sessionObject(session: Session, origin: string, payment?: unknown) {
  return {
    id: session.id,
    object: "checkout.session",
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount_total: session.amount_total,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    created: session.created,
    currency: session.currency,
    customer_email: session.customer_email,
    expires_at: session.expires_at,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: "payment",
    payment_intent: payment ?? session.payment_intent,
    payment_method_options: {
      ...(session.pix_expires_after_seconds === null
        ? {}
        : { pix: { expires_after_seconds: session.pix_expires_after_seconds } }),
      ...(session.boleto_expires_after_days === null
        ? {}
        : { boleto: { expires_after_days: session.boleto_expires_after_days } }),
    },
    payment_method_types: session.payment_method_types,
    payment_status: session.payment_status,
    status: session.status,
    success_url: session.success_url,
    url: session.status === "open" ? `${origin}/c/pay/${session.id}` : null,
  };
}

/** https://docs.stripe.com/api/expanding_objects */
export const INTENT_EXPANSIONS = ["latest_charge", "latest_charge.balance_transaction", "payment_method"];

/** https://docs.stripe.com/api/payment_intents/object. `origin`: of the slip. */
export function paymentIntentObject(
  intent: PaymentIntent,
  state: State,
  origin: string,
  expand: readonly string[] = [],
) {
  const charge = state.charges[intent.latest_charge ?? ""];
  const expandBooking = expand.includes("latest_charge.balance_transaction");
  const expandCharge = expandBooking || expand.includes("latest_charge");
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    created: intent.created,
    currency: intent.currency,
    latest_charge: charge && expandCharge ? chargeObject(charge, state, expandBooking) : intent.latest_charge,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.status === "requires_action" ? nextAction(intent, origin) : null,
    payment_method: expand.includes("payment_method")
      ? { id: methodId(intent.id), object: "payment_method", type: intent.payment_method }
      : methodId(intent.id),
    payment_method_types: [intent.payment_method],
    status: intent.status,
  };
}

function nextAction(intent: PaymentIntent, origin: string) {
  const { id, payable_until, payment_method } = intent;
  const address = `${origin}/c/slip/${id}`;
  return payment_method === "pix"
    ? {
        type: "pix_display_qr_code",
        pix_display_qr_code: {
          data: pendingCode(intent),
          expires_at: payable_until,
          hosted_instructions_url: address,
          image_url_png: `${origin}/c/qr/${id}.png`,
          image_url_svg: `${origin}/c/qr/${id}.svg`,
        },
      }
    : {
        type: "boleto_display_details",
        boleto_display_details: {
          expires_at: payable_until,
          hosted_voucher_url: address,
          number: pendingCode(intent),
          pdf: `${address}/pdf`,
        },
      };
}

/** A Pix code, or the 47 digits of a boleto. Neither can be paid anywhere. */
export function pendingCode({ id, payment_method }: PaymentIntent): string {
  if (payment_method === "pix") return `LOCAL.PIX.${id}`;
  const digest = createHash("sha256").update(id).digest("hex");
  return BigInt(`0x${digest}`).toString().slice(0, 47);
}

/** https://docs.stripe.com/api/balance_transactions/object */
export function movementObject({
  exchange_rate = null,
  ...movement
}: Movement & { exchange_rate?: number | null }) {
  const { id, amount, created, fee, type, category, source } = movement;
  return {
    id,
    object: "balance_transaction",
    amount,
    created,
    currency: "brl",
    exchange_rate,
    fee,
    net: amount - fee,
    reporting_category: category,
    source,
    status: "available",
    type,
  };
}

/** Of a charge or a dispute, with its id as `source`. */
export function bookingObject(booking: Booking, source: string) {
  const { type, amount } = booking;
  const disputed = amount < 0 ? "dispute" : "dispute_reversal";
  return movementObject({ ...booking, source, category: type === "charge" ? type : disputed });
}

/** https://docs.stripe.com/api/charges/object */
export function chargeObject(charge: Charge, state: State, expandBooking = false) {
  const { id, amount, amount_refunded, booking, created, currency, metadata, method, payment_intent } =
    charge;
  return {
    id,
    object: "charge",
    amount,
    amount_refunded,
    balance_transaction: booking && (expandBooking ? bookingObject(booking, id) : booking.id),
    created,
    currency,
    disputed: findDispute(state, id) !== undefined,
    livemode: false,
    metadata,
    paid: true,
    payment_intent,
    payment_method: methodId(payment_intent),
    payment_method_details: { type: method, [method]: {} },
    refunded: amount_refunded === amount,
    status: "succeeded",
  };
}

export function findDispute(state: State, chargeId: string): Dispute | undefined {
  return Object.values(state.disputes).find(({ charge }) => charge === chargeId);
}

/** https://docs.stripe.com/api/refunds/object */
export function refundObject(refund: Refund, expandFailure = false) {
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
    status,
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

function methodId(paymentIntent: string): string {
  return paymentIntent.replace("pi_", "pm_");
}

/** https://docs.stripe.com/api/events/object */
export function eventObject(id: string, type: string, created: number, object: unknown) {
  return {
    id,
    object: "event",
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    type,
  };
}
