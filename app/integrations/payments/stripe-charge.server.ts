import { z } from "zod";
import type { Charge, PendingPayment } from "./payments";
import { cents, idText, readSaleId, stripeId, toPaymentMethod } from "./stripe-shapes.server";

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
  // An id alone: booked, and not expanded.
  balance_transaction: z.union([z.string(), bookingShape]).nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * Parses a Stripe charge: https://docs.stripe.com/api/charges/object. Returns undefined for one that did not
 * succeed or was made without a checkout, `malformed` for anything else. The sale is in its metadata because Stripe
 * copies those of the payment intent: https://support.stripe.com/questions/how-metadata-works-with-related-objects
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

/** The fee in the charge's currency: for a sale in dollars an account in Brazil is charged it in reais. */
function feeIn(currency: string, booking: z.infer<typeof bookingShape> | null): number | undefined {
  if (!booking) return undefined;
  if (booking.currency === currency) return booking.fee;
  return booking.exchange_rate ? Math.round(booking.fee / booking.exchange_rate) : undefined;
}

export const CHARGE_OF_PAYMENT = ["latest_charge.balance_transaction"];

export const METHOD_OF_PAYMENT = ["payment_method"];

const paidShape = z.object({ object: z.literal("payment_intent"), latest_charge: z.unknown() });

/** Parses the charge of a payment intent; undefined while there is none. */
export function parsePaidCharge(intent: unknown): Charge | undefined | "malformed" {
  const parsed = paidShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  return parsed.data.latest_charge == null ? undefined : parseCharge(parsed.data.latest_charge);
}

const seconds = z.number().int().nullish();
const text = z.string().nullish();
const boletoShape = z.object({ number: text, hosted_voucher_url: text, expires_at: seconds }).nullish();
const pixShape = z.object({ data: text, hosted_instructions_url: text, expires_at: seconds }).nullish();

const pendingShape = z.object({
  object: z.literal("payment_intent"),
  status: z.string(),
  payment_method: z.object({ type: z.string() }).nullish(),
  next_action: z.object({ boleto_display_details: boletoShape, pix_display_qr_code: pixShape }).nullish(),
});

/** Parses a payment whose money is still to come; undefined for any other. */
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

/** Returns a URL that can be linked to; undefined for anything but http and https. */
function parseWebUrl(url: string | null | undefined): string | undefined {
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed.href : undefined;
}
