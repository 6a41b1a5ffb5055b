import type Stripe from "stripe";
import { z } from "zod";
import type { NewRefund, Refund } from "./payments";
import { stripeId } from "./stripe-id.server";
import { cents, freeText, idText, seconds } from "./stripe-shapes.server";

/** A refund in Stripe's words: https://docs.stripe.com/api/refunds/create */
export function toRefundParams({
  ownId,
  paymentIntentId,
  amountCents,
}: NewRefund): Stripe.RefundCreateParams {
  return { payment_intent: paymentIntentId, amount: amountCents, metadata: { refund_id: ownId } };
}

/** https://docs.stripe.com/refunds: one that waits for the buyer's details is still on its way, a canceled one never was. */
const STATUSES: Record<string, Refund["status"]> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

const refundShape = z.object({
  id: idText,
  payment_intent: stripeId,
  amount: cents,
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: freeText.nullish(),
  created: seconds,
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * A refund of Stripe's in our words. Undefined for one of a charge made without a checkout; `malformed` for what is
 * none. A status that we do not know is `pending`: nothing is decided by it.
 */
export function parseRefund(refund: unknown): Refund | undefined | "malformed" {
  const parsed = refundShape.safeParse(refund);
  if (!parsed.success) return "malformed";
  const { id, payment_intent, amount, currency, status, failure_reason, created, metadata } = parsed.data;
  if (payment_intent === undefined) return undefined;
  return {
    refundId: id,
    ownId: metadata?.refund_id,
    paymentIntentId: payment_intent,
    amountCents: amount,
    currency: currency.toUpperCase(),
    status: (status && Object.hasOwn(STATUSES, status) && STATUSES[status]) || "pending",
    failure: failure_reason ?? undefined,
    createdAt: new Date(created * 1000),
  };
}
