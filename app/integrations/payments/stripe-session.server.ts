import type Stripe from "stripe";
import { z } from "zod";
import { languages } from "~/i18n/languages";
import { boletoDays, pixSeconds } from "./payment-times";
import type { Checkout, OpenCheckout } from "./payments";
import { stripeId } from "./stripe-id.server";
import { parsePaidAt } from "./stripe-paid-at.server";
import { readSaleId } from "./stripe-sale-id.server";
import { readSaleTerms, toSaleMetadata } from "./stripe-sale-terms.server";
import { cents, idText, seconds } from "./stripe-shapes.server";

type SessionParams = Stripe.Checkout.SessionCreateParams;

/**
 * Returns the parameters of a checkout: https://docs.stripe.com/api/checkout/sessions/create. The account's Dashboard
 * decides which methods are on; `allowed_payment_method_types` only narrows that choice
 * (https://docs.stripe.com/payments/payment-methods/dynamic-payment-methods).
 */
export function toSessionParams(input: OpenCheckout): SessionParams {
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: input.currency.toLowerCase(),
          unit_amount: input.amountCents,
          product_data: { name: input.title },
        },
      },
    ],
    allowed_payment_method_types: [...input.methods],
    payment_method_options: {
      ...(input.methods.includes("pix") ? { pix: { expires_after_seconds: pixSeconds } } : {}),
      ...(input.methods.includes("boleto") ? { boleto: { expires_after_days: boletoDays } } : {}),
    },
    client_reference_id: input.saleId,
    metadata: toSaleMetadata(input),
    payment_intent_data: { metadata: toSaleMetadata(input) },
    customer_email: input.buyerEmail,
    locale: languages[input.locale].tag,
    success_url: withSessionId(input.successUrl),
    cancel_url: input.cancelUrl,
    expires_at: Math.floor(input.expiresAt.getTime() / 1000),
  };
}

/** Stripe fills in the braces only when they are not percent-encoded, so URLSearchParams cannot write this. */
function withSessionId(url: string): string {
  const [address = "", ...fragment] = url.split("#");
  const separator = address.includes("?") ? "&" : "?";
  return [`${address}${separator}session_id={CHECKOUT_SESSION_ID}`, ...fragment].join("#");
}

/** Expanded to know whether a payment failed, or when it succeeded. */
export const PAYMENT_OF_CHECKOUT = "payment_intent.latest_charge.balance_transaction";

const intentShape = z.object({ status: z.string(), latest_charge: z.unknown() });

/** The statuses of a failed payment: https://docs.stripe.com/payments/paymentintents/lifecycle */
const FAILED = new Set(["requires_payment_method", "canceled"]);

const sessionShape = z.object({
  id: idText,
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.string(),
  payment_intent: z.unknown(),
  amount_total: cents,
  currency: z.string(),
  created: seconds.nullish(),
  expires_at: seconds,
  url: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * Parses a Checkout Session. It is complete and unpaid both while money is to come and after it failed to come: only
 * the expanded payment differs. While a checkout is open, `requires_payment_method` means a declined card, and the
 * buyer may try again. Returns undefined for one without a payment (it stores a card), `malformed` for anything else.
 */
export function parseCheckout(session: unknown): Checkout | undefined | "malformed" {
  if (hasOtherMode(session)) return undefined;
  const parsed = sessionShape.safeParse(session);
  if (!parsed.success) return "malformed";
  const { id, status, payment_status, amount_total, currency, created, expires_at, url, metadata } =
    parsed.data;
  const intentId = stripeId.safeParse(parsed.data.payment_intent);
  if (!intentId.success) return "malformed";
  const paid = payment_status === "paid";
  return {
    checkoutId: id,
    saleId: readSaleId(metadata),
    terms: readSaleTerms(metadata),
    openedAt: created == null ? undefined : new Date(created * 1000),
    url: url ?? undefined,
    status,
    paid,
    failed: status === "complete" && !paid && hasFailed(parsed.data.payment_intent),
    paymentId: intentId.data,
    paidAt: paid ? findPaidAt(parsed.data.payment_intent) : undefined,
    amountCents: amount_total,
    currency: currency.toUpperCase(),
    expiresAt: new Date(expires_at * 1000),
  };
}

function hasOtherMode(session: unknown): boolean {
  return typeof session === "object" && session !== null && "mode" in session && session.mode !== "payment";
}

/** Undefined where the payment is not expanded. */
function findPaidAt(intent: unknown): Date | undefined {
  const parsed = intentShape.safeParse(intent);
  return parsed.success ? parsePaidAt(parsed.data.latest_charge) : undefined;
}

function hasFailed(intent: unknown): boolean {
  const parsed = intentShape.safeParse(intent);
  return parsed.success && FAILED.has(parsed.data.status);
}
