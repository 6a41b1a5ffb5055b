import Stripe from "stripe";
import { finishInTime } from "../request-deadline";
import { PaymentsRefused, PaymentsUnavailable, type RefusedReason } from "./payments-errors";

const { errors } = Stripe;

/** The refusals that have a message for people. */
const REASON_OF_CODE = new Map<string | undefined, RefusedReason>([
  ["amount_too_small", "amountTooSmall"],
  ["charge_already_refunded", "alreadyRefunded"],
  ["charge_disputed", "disputed"],
  ["refund_disputed_payment", "disputed"],
  ["charge_not_refundable", "notRefundable"],
  // https://docs.stripe.com/changelog/endive/2026-09-30/page-limit-validation-dispute-evidence
  ["dispute_evidence_page_limit_exceeded", "tooManyPages"],
]);

/** Calls Stripe, with the SDK's retries, within the current request's time. Throws `PaymentsUnavailable` at its end. */
export function inTime<T>(call: () => Promise<T>): Promise<T> {
  const overdue = () =>
    new PaymentsUnavailable("timeout", { cause: new Error("no time left for the request") });
  return finishInTime(call, overdue);
}

/**
 * Translates a failed request to Stripe. Returns any other error as it is: a bug.
 * The classes and codes: https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes
 */
export function toPaymentsError(failure: unknown): unknown {
  if (!(failure instanceof errors.StripeError)) return failure;
  const details = { cause: failure, requestId: failure.requestId };
  if (failure instanceof errors.StripeConnectionError) {
    return new PaymentsUnavailable(isTimeout(failure.detail) ? "timeout" : "unreachable", details);
  }
  if (failure instanceof errors.StripeRateLimitError) return new PaymentsUnavailable("rateLimited", details);
  if (
    failure instanceof errors.StripeAuthenticationError ||
    failure instanceof errors.StripePermissionError
  ) {
    return new PaymentsUnavailable("keyRefused", details);
  }
  if (failure instanceof errors.StripeIdempotencyError) {
    return new PaymentsRefused("repeatedDifferently", failure.message, details);
  }
  if (failure instanceof errors.StripeInvalidRequestError) {
    return new PaymentsRefused(reasonOf(failure), failure.message, details);
  }
  // Two requests with one idempotency key at once, which the SDK has no class for:
  // https://docs.stripe.com/error-low-level#idempotency
  if (failure.statusCode === 409) return new PaymentsUnavailable("inProgress", details);
  return new PaymentsUnavailable("failing", details);
}

/** Returns whether Stripe has no such object. */
export function isMissing(failure: unknown): boolean {
  return failure instanceof errors.StripeInvalidRequestError && failure.code === "resource_missing";
}

/** Returns whether Stripe refused the request, such as for the object's status. */
export function isInvalidRequest(failure: unknown): boolean {
  return failure instanceof errors.StripeInvalidRequestError;
}

/** A refund of too much has no code, only this message and the parameter's name. */
function reasonOf({ code, param, message }: Stripe.errors.StripeInvalidRequestError): RefusedReason {
  const isTooLarge = param === "amount" && / is greater than (?:unrefunded|charge) amount/.test(message);
  return REASON_OF_CODE.get(code) ?? (isTooLarge ? "refundTooLarge" : "invalid");
}

function isTimeout(detail: unknown): boolean {
  return detail instanceof Error && "code" in detail && detail.code === "ETIMEDOUT";
}
