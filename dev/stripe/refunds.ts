import { z } from "zod";
import { isOpen } from "./disputes";
import { findDispute, refundObject } from "./objects";
import { ApiError, integer, metadata, missingError, paramError, text } from "./params";
import { type Account, type Charge, findById, newId, type Refund, type RefundStatus } from "./state";

/** https://docs.stripe.com/payments/pix#refunds */
const PIX_DAYS = 90;
const DAY_SECONDS = 24 * 60 * 60;

/** Of https://docs.stripe.com/api/refunds/create. Refuses others by name. */
export const refundParams = z.strictObject({
  payment_intent: text(200),
  amount: integer.optional(),
  metadata: metadata.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
});

type RefundOutcome = "succeeded" | "pending" | "failed";

type SettleRefundResult =
  | { ok: true; refund: Refund }
  | { ok: false; error: "unknownRefund" | "alreadySo" | "alreadyOver" };

export function createRefundDesk({ state, now, announce }: Account) {
  const { refunds, charges } = state;
  let outcome: RefundOutcome = "succeeded";

  /** A refund that succeeded may still fail: the buyer's bank would not take it. */
  function settle(id: string, status: RefundStatus): SettleRefundResult {
    const refund = findById(refunds, id);
    if (!refund) return { ok: false, error: "unknownRefund" };
    if (refund.status === status) return { ok: false, error: "alreadySo" };
    if (isOver(refund, status)) return { ok: false, error: "alreadyOver" };
    refund.status = status;
    if (isVoid(status)) refund.failed_at = now();
    const charge = charges[refund.charge];
    if (charge && isVoid(status)) charge.amount_refunded -= refund.amount;
    announce("refund.updated", refundObject(refund));
    if (status === "failed") announce("refund.failed", refundObject(refund));
    return { ok: true, refund };
  }

  /** Throws ApiError as Stripe would refuse. `amount`: by default all that is left. */
  function requireRefundable(intentId: string, amount: number | undefined) {
    const intent = findById(state.intents, intentId);
    if (!intent) throw missingError("payment_intent", "payment_intent", intentId);
    const charge = charges[intent.latest_charge ?? ""];
    if (!charge)
      throw refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
    const { id, method } = charge;
    const dispute = findDispute(state, id);
    if (dispute && (isOpen(dispute) || dispute.status === "lost")) {
      throw refused(`Charge ${id} has been charged back; cannot issue a refund.`, "charge_disputed");
    }
    const left = charge.amount - charge.amount_refunded;
    if (left === 0) throw refused(`Charge ${id} has already been refunded.`, "charge_already_refunded");
    if (method === "boleto" || (method === "pix" && now() - charge.created > PIX_DAYS * DAY_SECONDS)) {
      throw refused(`Charge ${id} cannot be refunded: it was paid with ${method}.`, "charge_not_refundable");
    }
    const given = amount ?? left;
    if (given < 1) {
      const message = "This value must be greater than or equal to 1.";
      throw paramError("amount", "parameter_invalid_integer", message);
    }
    if (given > left) throw paramError("amount", undefined, tooLarge(charge, given, left));
    return { charge, given };
  }

  return {
    make({ payment_intent, amount, metadata = {}, reason }: z.infer<typeof refundParams>): Refund {
      const { charge, given } = requireRefundable(payment_intent, amount);
      const refund: Refund = {
        id: newId("re_"),
        created: now(),
        charge: charge.id,
        payment_intent,
        amount: given,
        currency: charge.currency,
        metadata,
        reason: reason ?? null,
        status: outcome === "succeeded" ? "succeeded" : "pending",
      };
      refunds[refund.id] = refund;
      charge.amount_refunded += given;
      announce("refund.created", refundObject(refund));
      if (outcome === "failed") settle(refund.id, "failed");
      return refund;
    },
    settle,
    outcome: () => outcome,
    setOutcome(next: RefundOutcome): void {
      outcome = next;
    },
  };
}

const isVoid = (status: RefundStatus) => status === "failed" || status === "canceled";

function isOver({ status }: Refund, next: RefundStatus): boolean {
  return isVoid(status) || (status === "succeeded" && next !== "failed");
}

function tooLarge({ amount, currency }: Charge, given: number, left: number): string {
  const money = (cents: number) =>
    new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
  const limit = left === amount ? "charge amount" : "unrefunded amount on charge";
  return `Refund amount (${money(given)}) is greater than ${limit} (${money(left)})`;
}

function refused(message: string, code?: string): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...(code && { code }) });
}
