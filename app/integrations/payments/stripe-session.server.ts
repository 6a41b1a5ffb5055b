import type Stripe from "stripe";
import { z } from "zod";
import { languages } from "~/i18n/languages";
import type { Checkout, OpenCheckout, SaleTerms } from "./payments";
import { cents, idText, readSaleId, seconds, stripeId } from "./stripe-client.server";

const termsShape = z.object({
  buyer_id: z.uuid(),
  video_id: z.uuid(),
  platform_share_bp: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((share) => share <= 10_000),
  gift: z.literal("1").optional(),
});

/** Ids and the split, no personal data. */
function toSaleMetadata({ saleId, terms }: Pick<OpenCheckout, "saleId" | "terms">) {
  return {
    sale_id: saleId,
    buyer_id: terms.buyerId,
    video_id: terms.videoId,
    platform_share_bp: String(terms.platformShareBp),
    ...(terms.isGift && { gift: "1" }),
  };
}

/** Undefined if one is missing or malformed. */
function readSaleTerms(metadata: Record<string, string> | null | undefined): SaleTerms | undefined {
  const parsed = termsShape.safeParse(metadata);
  if (!parsed.success) return undefined;
  const { buyer_id: buyerId, video_id: videoId, platform_share_bp: platformShareBp, gift } = parsed.data;
  return { buyerId, videoId, platformShareBp, isGift: gift !== undefined };
}

const shape = z.object({
  status: z.string(),
  created: seconds,
  payment_method_details: z.object({ type: z.string() }).nullish(),
  balance_transaction: z.union([z.string(), z.object({ created: seconds })]).nullish(),
});

/**
 * To the second. Stripe has no field for it: a card's charge is made when it succeeds; others may be made pending, days
 * before the money arrives, so the later of the charge and its expanded booking counts.
 */
function parsePaidAt(charge: unknown): Date | undefined {
  const parsed = shape.safeParse(charge);
  if (!parsed.success || parsed.data.status !== "succeeded") return undefined;
  const { created, payment_method_details, balance_transaction } = parsed.data;
  const booked = typeof balance_transaction === "object" ? balance_transaction?.created : undefined;
  const isCard = payment_method_details?.type === "card";
  return new Date((isCard ? created : Math.max(created, booked ?? created)) * 1000);
}

/** Half an hour: Stripe's default of four hours would leave the sale undecided that long (60 to 1,209,600 allowed). */
const pixSeconds = 30 * 60;

/** Calendar days of São Paulo after the purchase: Stripe's default. */
const boletoDays = 3;

type SessionParams = Stripe.Checkout.SessionCreateParams;

/**
 * https://docs.stripe.com/api/checkout/sessions/create. The account's Dashboard decides which methods are on;
 * `allowed_payment_method_types` narrows them (https://docs.stripe.com/payments/payment-methods/dynamic-payment-methods).
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

/** Stripe fills in the braces only unencoded, so URLSearchParams cannot write this. */
function withSessionId(url: string): string {
  const [address = "", ...fragment] = url.split("#");
  const separator = address.includes("?") ? "&" : "?";
  return [`${address}${separator}session_id={CHECKOUT_SESSION_ID}`, ...fragment].join("#");
}

/** Tells whether a payment failed, or when it succeeded. */
export const PAYMENT_OF_CHECKOUT = "payment_intent.latest_charge.balance_transaction";

const intentShape = z.object({ status: z.string(), latest_charge: z.unknown() });

/** Failed: https://docs.stripe.com/payments/paymentintents/lifecycle */
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
 * A session is complete and unpaid both while money is to come and after it failed to: only the expanded payment differs.
 * While it is open, `requires_payment_method` means a declined card, and the buyer may try again. Undefined for a session
 * without a payment (it stores a card).
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

function findPaidAt(intent: unknown): Date | undefined {
  const parsed = intentShape.safeParse(intent);
  return parsed.success ? parsePaidAt(parsed.data.latest_charge) : undefined;
}

function hasFailed(intent: unknown): boolean {
  const parsed = intentShape.safeParse(intent);
  return parsed.success && FAILED.has(parsed.data.status);
}
