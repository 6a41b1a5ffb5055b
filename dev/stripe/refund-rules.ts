import { ApiError, paramError } from "./api-error";
import { findDispute, isOpen } from "./disputes";
import type { Charge } from "./money-shapes";
import type { State } from "./state";

/** https://docs.stripe.com/payments/pix#refunds */
const PIX_DAYS = 90;
const DAY_SECONDS = 24 * 60 * 60;

/** `amount`: by default all that is left. `now`: seconds since 1970. Throws ApiError as Stripe would refuse. */
export function checkRefundable(
  state: State,
  charge: Charge | undefined,
  intentId: string,
  amount: number | undefined,
  now: number,
): { checked: Charge; given: number } {
  if (!charge) {
    throw refused(undefined, `This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
  const { id, method } = charge;
  const dispute = findDispute(state, id);
  if (dispute && (isOpen(dispute) || dispute.status === "lost")) {
    throw refused("charge_disputed", `Charge ${id} has been charged back; cannot issue a refund.`);
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refused("charge_already_refunded", `Charge ${id} has already been refunded.`);
  if (method === "boleto" || (method === "pix" && now - charge.created > PIX_DAYS * DAY_SECONDS)) {
    throw refused("charge_not_refundable", `Charge ${id} cannot be refunded: it was paid with ${method}.`);
  }
  const given = amount ?? left;
  if (given < 1) {
    throw paramError("amount", "parameter_invalid_integer", "This value must be greater than or equal to 1.");
  }
  if (given > left) throw paramError("amount", undefined, tooLarge(charge, given, left));
  return { checked: charge, given };
}

function tooLarge({ amount, currency }: Charge, given: number, left: number): string {
  const money = (cents: number) =>
    new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
  return left === amount
    ? `Refund amount (${money(given)}) is greater than charge amount (${money(left)})`
    : `Refund amount (${money(given)}) is greater than unrefunded amount on charge (${money(left)})`;
}

function refused(code: string | undefined, message: string): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...(code ? { code } : {}) });
}
