import type Stripe from "stripe";
import { z } from "zod";
import type { Charge, NewRefund, PendingPayment, Refund, RefundFailure } from "./payments";
import {
  cents,
  freeText,
  idText,
  readSaleId,
  seconds,
  stripeId,
  toPaymentMethod,
} from "./stripe-client.server";

/** https://docs.stripe.com/api/balance_transactions/object, in the account's currency. */
const bookingShape = z.object({
  fee: z.number().int(),
  currency: z.string(),
  exchange_rate: z.number().positive().nullish(),
});

const chargeShape = z.object({
  id: idText,
  status: z.string(),
  payment_intent: stripeId,
  amount: cents,
  currency: z.string(),
  // An id: booked, and not expanded.
  balance_transaction: z.union([z.string(), bookingShape]).nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * https://docs.stripe.com/api/charges/object. Undefined for a charge that did not succeed or has no checkout. Stripe
 * copies the metadata of the payment intent, with the sale:
 * https://support.stripe.com/questions/how-metadata-works-with-related-objects
 */
export function parseCharge(charge: unknown): Charge | undefined | "malformed" {
  const parsed = chargeShape.safeParse(charge);
  if (!parsed.success) return "malformed";
  const { id, status, payment_intent, amount, currency, balance_transaction, metadata } = parsed.data;
  if (status !== "succeeded" || payment_intent === undefined) return undefined;
  return {
    chargeId: id,
    paymentId: payment_intent,
    saleId: readSaleId(metadata),
    method: toPaymentMethod(parsed.data.payment_method_details?.type),
    amountCents: amount,
    currency: currency.toUpperCase(),
    feeCents: typeof balance_transaction === "object" ? feeIn(currency, balance_transaction) : undefined,
  };
}

/** A sale in dollars is charged a fee in reais. */
function feeIn(currency: string, booking: z.infer<typeof bookingShape> | null): number | undefined {
  if (!booking) return undefined;
  if (booking.currency === currency) return booking.fee;
  return booking.exchange_rate ? Math.round(booking.fee / booking.exchange_rate) : undefined;
}

export const CHARGE_OF_PAYMENT = ["latest_charge.balance_transaction"];

export const METHOD_OF_PAYMENT = ["payment_method"];

const paidShape = z.object({ object: z.literal("payment_intent"), latest_charge: z.unknown() });

export function parsePaidCharge(intent: unknown): Charge | undefined | "malformed" {
  const parsed = paidShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  return parsed.data.latest_charge == null ? undefined : parseCharge(parsed.data.latest_charge);
}

const secondsIfAny = z.number().int().nullish();
const text = z.string().nullish();
const boletoShape = z.object({ number: text, hosted_voucher_url: text, expires_at: secondsIfAny }).nullish();
const pixShape = z.object({ data: text, hosted_instructions_url: text, expires_at: secondsIfAny }).nullish();

const pendingShape = z.object({
  object: z.literal("payment_intent"),
  status: z.string(),
  payment_method: z.object({ type: z.string() }).nullish(),
  next_action: z.object({ boleto_display_details: boletoShape, pix_display_qr_code: pixShape }).nullish(),
});

export function parsePending(intent: unknown): PendingPayment | undefined | "malformed" {
  const parsed = pendingShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  const { status, payment_method, next_action } = parsed.data;
  if (status !== "requires_action" && status !== "processing") return undefined;
  const { boleto_display_details: boleto, pix_display_qr_code: pix } = next_action ?? {};
  const expiresAt = boleto?.expires_at ?? pix?.expires_at;
  return {
    method: toPaymentMethod(payment_method?.type),
    code: boleto?.number ?? pix?.data ?? undefined,
    voucherUrl: parseWebUrl(boleto?.hosted_voucher_url ?? pix?.hosted_instructions_url),
    expiresAt: expiresAt == null ? undefined : new Date(expiresAt * 1000),
  };
}

/** Undefined for anything but http and https. */
function parseWebUrl(url: string | null | undefined): string | undefined {
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed.href : undefined;
}

/** https://docs.stripe.com/api/refunds/create */
export function toRefundParams({ ownId, paymentId, amountCents }: NewRefund): Stripe.RefundCreateParams {
  return { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: ownId } };
}

/** https://docs.stripe.com/refunds */
const STATUSES: Record<string, Refund["status"]> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

/** https://docs.stripe.com/api/refunds/object#refund_object-failure_reason */
const FAILURES: Record<string, RefundFailure> = {
  charge_for_pending_refund_disputed: "disputed",
  declined: "declined",
  expired_or_canceled_card: "cardExpired",
  insufficient_funds: "insufficientFunds",
  lost_or_stolen_card: "cardLost",
  merchant_request: "canceledByUs",
  unknown: "unknown",
};

/** An id unless expanded; its time is when a failed refund's money came back. */
export const FAILURE_OF_REFUND = "failure_balance_transaction";

const refundShape = z.object({
  id: idText,
  payment_intent: stripeId,
  amount: cents,
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: freeText.nullish(),
  created: seconds,
  failure_balance_transaction: z.union([idText, z.object({ created: seconds })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** Undefined for a charge made without a checkout. An unknown status is `pending`. */
export function parseRefund(refund: unknown): Refund | undefined | "malformed" {
  const parsed = refundShape.safeParse(refund);
  if (!parsed.success) return "malformed";
  const { id, payment_intent, amount, currency, status, failure_reason, created, metadata } = parsed.data;
  const back = parsed.data.failure_balance_transaction;
  if (payment_intent === undefined) return undefined;
  return {
    refundId: id,
    ownId: metadata?.refund_id,
    paymentId: payment_intent,
    amountCents: amount,
    currency: currency.toUpperCase(),
    status: (status && Object.hasOwn(STATUSES, status) && STATUSES[status]) || "pending",
    ...toFailure(failure_reason ?? undefined),
    createdAt: new Date(created * 1000),
    failedAt: back && typeof back === "object" ? new Date(back.created * 1000) : undefined,
  };
}

function toFailure(reason: string | undefined): Pick<Refund, "failure" | "providerMessage"> {
  if (reason === undefined) return { failure: undefined };
  const failure = Object.hasOwn(FAILURES, reason) ? FAILURES[reason] : undefined;
  return failure ? { failure } : { failure: "other", providerMessage: reason };
}
