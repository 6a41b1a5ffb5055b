import type Stripe from "stripe";
import { z } from "zod";
import type { NewRefund, Refund, RefundFailure } from "./payments";
import { cents, freeText, idText, seconds, stripeId } from "./stripe-shapes.server";

/** Returns the parameters of a refund: https://docs.stripe.com/api/refunds/create */
export function toRefundParams({ ownId, paymentId, amountCents }: NewRefund): Stripe.RefundCreateParams {
  return { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: ownId } };
}

/** https://docs.stripe.com/refunds: one that waits for the buyer's details is pending, a canceled one failed. */
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

/** The field of a refund that says when its money came back: an id unless it is expanded. */
export const FAILURE_OF_REFUND = "failure_balance_transaction";

const refundShape = z.object({
  id: idText,
  payment_intent: stripeId,
  amount: cents,
  currency: z.string(),
  status: z.string().nullish(),
  failure_reason: freeText.nullish(),
  created: seconds,
  // Its id, where it is not expanded.
  failure_balance_transaction: z.union([idText, z.object({ created: seconds })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/**
 * Parses a Stripe refund. Returns undefined for one of a charge made without a checkout, `malformed` for anything else.
 * An unknown status is `pending`.
 */
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
