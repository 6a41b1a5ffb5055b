/** Objects as the API and the webhooks show them, without the fields that only other products need. */
import { createHash } from "node:crypto";
import type { Booking, Charge, Dispute, Movement, PaymentIntent, Refund, Session, State } from "./state";

/** The one of the SDK in package.json. */
export const API_VERSION = "2026-10-28.endive";

/** https://docs.stripe.com/api/checkout/sessions/object. `origin`: of the pay page. `payment`: if expanded. */
export function sessionObject(session: Session, origin: string, payment?: unknown) {
  const { product_name, payment_intent_metadata, ...others } = session;
  const { pix_expires_after_seconds: pix, boleto_expires_after_days: boleto, ...shown } = others;
  return {
    ...shown,
    object: "checkout.session",
    livemode: false,
    mode: "payment",
    payment_intent: payment ?? session.payment_intent,
    payment_method_options: {
      ...(pix !== null && { pix: { expires_after_seconds: pix } }),
      ...(boleto !== null && { boleto: { expires_after_days: boleto } }),
    },
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
  const { payable_until, ...shown } = intent;
  const charge = state.charges[intent.latest_charge ?? ""];
  const expandBooking = expand.includes("latest_charge.balance_transaction");
  const expandCharge = expandBooking || expand.includes("latest_charge");
  return {
    ...shown,
    object: "payment_intent",
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    latest_charge: charge && expandCharge ? chargeObject(charge, state, expandBooking) : intent.latest_charge,
    livemode: false,
    next_action: intent.status === "requires_action" ? nextAction(intent, origin) : null,
    payment_method: expand.includes("payment_method")
      ? { id: methodId(intent.id), object: "payment_method", type: intent.payment_method }
      : methodId(intent.id),
    payment_method_types: [intent.payment_method],
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
  const { category, ...shown } = movement;
  return {
    ...shown,
    object: "balance_transaction",
    currency: "brl",
    exchange_rate,
    net: movement.amount - movement.fee,
    reporting_category: category,
    status: "available",
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
  const { booking, method, ...shown } = charge;
  return {
    ...shown,
    object: "charge",
    balance_transaction: booking && (expandBooking ? bookingObject(booking, charge.id) : booking.id),
    disputed: findDispute(state, charge.id) !== undefined,
    livemode: false,
    paid: true,
    payment_method: methodId(charge.payment_intent),
    payment_method_details: { type: method, [method]: {} },
    refunded: charge.amount_refunded === charge.amount,
    status: "succeeded",
  };
}

export function findDispute(state: State, chargeId: string): Dispute | undefined {
  return Object.values(state.disputes).find(({ charge }) => charge === chargeId);
}

/** https://docs.stripe.com/api/refunds/object */
export function refundObject(refund: Refund, expandFailure = false) {
  const { failed_at, ...shown } = refund;
  const { id, amount, currency, status } = refund;
  const back = id.replace("re_", "txn_back");
  return {
    ...shown,
    object: "refund",
    balance_transaction: id.replace("re_", "txn_"),
    ...(failed_at !== undefined && {
      failure_balance_transaction: expandFailure
        ? { id: back, object: "balance_transaction", amount, created: failed_at, currency, source: id }
        : back,
    }),
    ...(status === "failed" && { failure_reason: "unknown" }),
    ...(status === "pending" && { pending_reason: "processing" }),
  };
}

/** https://docs.stripe.com/api/disputes/object */
export function disputeObject(dispute: Dispute) {
  const { bookings, due_by, submission_count, ...shown } = dispute;
  const has_evidence = Object.keys(dispute.evidence).length > 0;
  return {
    ...shown,
    object: "dispute",
    balance_transactions: bookings.map((booking) => bookingObject(booking, dispute.id)),
    evidence_details: { due_by, has_evidence, past_due: false, submission_count },
    is_charge_refundable: dispute.status.startsWith("warning_"),
    livemode: false,
    metadata: {},
  };
}

function methodId(paymentIntent: string): string {
  return paymentIntent.replace("pi_", "pm_");
}

/** https://docs.stripe.com/api/events/object */
export function eventObject(id: string, type: string, created: number, object: unknown) {
  return { id, object: "event", api_version: API_VERSION, created, data: { object }, livemode: false, type };
}
