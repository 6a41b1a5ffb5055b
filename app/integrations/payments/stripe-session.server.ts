import type Stripe from "stripe";
import { z } from "zod";
import { languages } from "~/i18n/languages";
import type { Checkout, OpenCheckout, SaleTerms } from "./payments";
import { cents, idText, readSaleId, seconds, stripeId } from "./stripe-client.server";

/** Stripe keeps metadata as text. */
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

/** Returns the metadata of a sale's objects at Stripe: ids and the split, no name and no address. */
function toSaleMetadata({ saleId, terms }: Pick<OpenCheckout, "saleId" | "terms">) {
  return {
    sale_id: saleId,
    buyer_id: terms.buyerId,
    video_id: terms.videoId,
    platform_share_bp: String(terms.platformShareBp),
    ...(terms.isGift && { gift: "1" }),
  };
}

/** Returns the terms in an object's metadata; undefined where one is missing or malformed. */
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
 * Returns when a charge succeeded, to the second; undefined for any other object. Stripe has no field for it. A card's
 * charge is made when it succeeds. Another method's may be made pending, days before the money arrives: the later of
 * the charge and its booking counts, where it is booked and the booking is expanded.
 */
function parsePaidAt(charge: unknown): Date | undefined {
  const parsed = shape.safeParse(charge);
  if (!parsed.success || parsed.data.status !== "succeeded") return undefined;
  const { created, payment_method_details, balance_transaction } = parsed.data;
  const booked = typeof balance_transaction === "object" ? balance_transaction?.created : undefined;
  const isCard = payment_method_details?.type === "card";
  return new Date((isCard ? created : Math.max(created, booked ?? created)) * 1000);
}

/**
 * How long a Pix code can be paid once it is shown, in seconds: half an hour, long enough to open a bank's app.
 * Stripe's default of four hours would leave the sale undecided that long (60 to 1,209,600 seconds are allowed).
 */
const pixSeconds = 30 * 60;

/** How long a boleto can be paid, in calendar days of São Paulo after the day of the purchase: Stripe's default. */
const boletoDays = 3;

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
