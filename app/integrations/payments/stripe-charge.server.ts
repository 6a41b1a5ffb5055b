import { z } from "zod";
import type { Charge } from "./payments";
import { stripeId } from "./stripe-id.server";
import { toPaymentMethod } from "./stripe-method.server";
import { readSaleId } from "./stripe-sale-id.server";
import { cents, idText } from "./stripe-shapes.server";

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
