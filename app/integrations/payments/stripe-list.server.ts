import Stripe from "stripe";
import { z } from "zod";
import { finishInTime } from "../request-deadline";
import type { Movement, MovementCategory } from "./payments";
import { PaymentsRefused, PaymentsUnavailable, type RefusedReason } from "./payments-errors";
import { stripeId } from "./stripe-client.server";

/** Stripe's maximum: https://docs.stripe.com/api/pagination */
const PAGE_SIZE = 100;

/** Made since a moment, in seconds, or of one payment. */
type Filter = { created: { gte: number } } | { payment_intent: string };

type PageParams<F extends Filter> = F & { limit: number; starting_after?: string };

const pageShape = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1) })),
  has_more: z.boolean(),
});

export function madeSince(since: Date): { created: { gte: number } } {
  return { created: { gte: Math.floor(since.getTime() / 1000) } };
}

/**
 * Newest first, without those that `parse` returns undefined for. Requests a page when the previous one has been read.
 * `onUnreadable`: receives the id of a malformed object. Without it, and for a malformed page, throws PaymentsUnavailable:
 * skipping in silence would miss money.
 */
export async function* listAll<F extends Filter, T>(
  filter: F,
  askPage: (params: PageParams<F>) => Promise<unknown>,
  parse: (object: unknown) => T | undefined | "malformed",
  onUnreadable: (id: string) => void = (id) => {
    throw malformed(`The list has an object of another form: ${id}`);
  },
): AsyncGenerator<T, void, undefined> {
  let last: string | undefined;
  do {
    const params = { ...filter, limit: PAGE_SIZE, ...(last === undefined ? {} : { starting_after: last }) };
    const { data, has_more } = requirePage(await inTime(() => askPage(params)).catch(rethrow));
    for (const object of data) {
      const item = parse(object);
      if (item === "malformed") onUnreadable(object.id);
      else if (item !== undefined) yield item;
    }
    last = has_more ? data.at(-1)?.id : undefined;
  } while (last !== undefined);
}

function requirePage(answer: unknown): z.infer<typeof pageShape> {
  const page = pageShape.safeParse(answer);
  // An empty page with more to come would loop for ever.
  if (!page.success || (page.data.has_more && page.data.data.length === 0)) {
    throw malformed("The answer is not a page of a list");
  }
  return page.data;
}

function malformed(message: string): PaymentsUnavailable {
  return new PaymentsUnavailable("failing", { cause: new Error(message) });
}

function rethrow(failure: unknown): never {
  throw toPaymentsError(failure);
}

const { errors } = Stripe;

/** Refusals with a message for people. */
const REASON_OF_CODE = new Map<string | undefined, RefusedReason>([
  ["amount_too_small", "amountTooSmall"],
  ["charge_already_refunded", "alreadyRefunded"],
  ["charge_disputed", "disputed"],
  ["refund_disputed_payment", "disputed"],
  ["charge_not_refundable", "notRefundable"],
  // https://docs.stripe.com/changelog/endive/2026-09-30/page-limit-validation-dispute-evidence
  ["dispute_evidence_page_limit_exceeded", "tooManyPages"],
]);

/** With the SDK's retries, within the current request's time; then throws `PaymentsUnavailable`. */
export function inTime<T>(call: () => Promise<T>): Promise<T> {
  const overdue = () =>
    new PaymentsUnavailable("timeout", { cause: new Error("no time left for the request") });
  return finishInTime(call, overdue);
}

/** Returns a bug unchanged. https://docs.stripe.com/api/errors, https://docs.stripe.com/error-codes */
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
  // One idempotency key twice at once, without a class in the SDK: https://docs.stripe.com/error-low-level#idempotency
  if (failure.statusCode === 409) return new PaymentsUnavailable("inProgress", details);
  return new PaymentsUnavailable("failing", details);
}

export function isMissing(failure: unknown): boolean {
  return failure instanceof errors.StripeInvalidRequestError && failure.code === "resource_missing";
}

/** Such as for the object's status. */
export function isInvalidRequest(failure: unknown): boolean {
  return failure instanceof errors.StripeInvalidRequestError;
}

/** A too large refund has no code, only this message and parameter. */
function reasonOf({ code, param, message }: Stripe.errors.StripeInvalidRequestError): RefusedReason {
  const isTooLarge = param === "amount" && / is greater than (?:unrefunded|charge) amount/.test(message);
  return REASON_OF_CODE.get(code) ?? (isTooLarge ? "refundTooLarge" : "invalid");
}

function isTimeout(detail: unknown): boolean {
  return detail instanceof Error && "code" in detail && detail.code === "ETIMEDOUT";
}

/** https://docs.stripe.com/reports/reporting-categories */
const CATEGORIES: ReadonlySet<string> = new Set<MovementCategory>([
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "payout",
  "payout_reversal",
]);

const isKnown = (category: string): category is MovementCategory => CATEGORIES.has(category);

const movementShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  reporting_category: z.string().min(1),
  amount: z.number().int(),
  fee: z.number().int(),
  net: z.number().int(),
  currency: z.string(),
  source: stripeId,
  created: z.number().int(),
});

/**
 * https://docs.stripe.com/api/balance_transactions/object. Accepts any type: disputes are of the type `adjustment`, and
 * only `reporting_category` differs.
 */
export function parseMovement(transaction: unknown): Movement | "malformed" {
  const parsed = movementShape.safeParse(transaction);
  if (!parsed.success) return "malformed";
  const { id, type, reporting_category, amount, fee, net, currency, source, created } = parsed.data;
  return {
    movementId: id,
    ...toCategory(type, reporting_category),
    amountCents: amount,
    feeCents: fee,
    netCents: net,
    currency: currency.toUpperCase(),
    sourceId: source,
    createdAt: new Date(created * 1000),
  };
}

/** An unknown category is named beside the type: `adjustment other_adjustment`. */
function toCategory(type: string, category: string): Pick<Movement, "category" | "providerType"> {
  if (isKnown(category)) return { category, providerType: type };
  return { category: "other", providerType: type === category ? type : `${type} ${category}` };
}

const funds = z.array(z.object({ amount: z.number().int(), currency: z.string() }));
const balanceShape = z.object({ object: z.literal("balance"), available: funds, pending: funds });

/** In cents: https://docs.stripe.com/api/balance/balance_object */
export function parseBalance(balance: unknown, currency: string): number | "malformed" {
  const parsed = balanceShape.safeParse(balance);
  if (!parsed.success) return "malformed";
  return [...parsed.data.available, ...parsed.data.pending]
    .filter((part) => part.currency.toUpperCase() === currency)
    .reduce((sum, { amount }) => sum + amount, 0);
}
