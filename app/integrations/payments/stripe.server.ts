import type { Clock } from "~/integrations/clock";
import type { Checkout, NewRefund, Payments, Refund } from "./payments";
import { PaymentsRefused, PaymentsUnavailable } from "./payments-errors";
import { parseCharge } from "./stripe-charge.server";
import { createStripeClient } from "./stripe-client.server";
import { parseDispute } from "./stripe-dispute.server";
import { readKeptStripeEvent, readStripeEvent } from "./stripe-event.server";
import { isInvalidRequest, isMissing, toPaymentsError } from "./stripe-failure.server";
import { listAll, madeSince } from "./stripe-list.server";
import { parseBalance, parseMovement } from "./stripe-movement.server";
import { CHARGE_OF_PAYMENT, METHOD_OF_PAYMENT, parsePaidCharge, parsePending } from "./stripe-payment.server";
import { parseRefund, toRefundParams } from "./stripe-refund.server";
import { PAYMENT_OF_CHECKOUT, parseCheckout, toSessionParams } from "./stripe-session.server";

export interface StripePaymentsOptions {
  secretKey: string;
  /** An empty secret means that no webhook is ever accepted. */
  webhookSecret: string;
  apiUrl?: string | undefined;
  clock: Clock;
  /** For one attempt; 10,000 unless said otherwise. Three attempts at most, so a dead Stripe takes about half a minute. */
  timeoutMs?: number;
  maxNetworkRetries?: number;
}

/** Ids come back to us in the query of the return page, so from anyone: one of another form is nobody's. */
const SESSION_ID = /^cs_[A-Za-z0-9_]{1,200}$/;
const INTENT_ID = /^pi_[A-Za-z0-9_]{1,200}$/;
const DISPUTE_ID = /^[a-z]{2,6}_[A-Za-z0-9_]{1,200}$/;

/** Payments through Stripe Checkout: https://docs.stripe.com/payments/checkout */
export function createStripePayments(options: StripePaymentsOptions): Payments {
  const { secretKey, webhookSecret, apiUrl, clock, timeoutMs = 10_000, maxNetworkRetries = 2 } = options;
  const stripe = createStripeClient({ secretKey, apiUrl, timeoutMs, maxNetworkRetries });
  const { sessions } = stripe.checkout;

  async function findCheckout(sessionId: string): Promise<Checkout | undefined> {
    if (!SESSION_ID.test(sessionId)) return undefined;
    const session = await find(() => sessions.retrieve(sessionId, { expand: [PAYMENT_OF_CHECKOUT] }));
    return session && requireParsed(parseCheckout(session), "checkout session");
  }

  async function findIntent(paymentIntentId: string, expand: string[]): Promise<unknown> {
    if (!INTENT_ID.test(paymentIntentId)) return undefined;
    return find(() => stripe.paymentIntents.retrieve(paymentIntentId, { expand }));
  }

  async function findOwnRefund({
    ownId,
    paymentIntentId,
    amountCents,
  }: NewRefund): Promise<Refund | undefined> {
    const ofPayment = { payment_intent: paymentIntentId };
    for await (const refund of listAll(ofPayment, (page) => stripe.refunds.list(page), parseRefund)) {
      if (refund.ownId !== ownId) continue;
      if (refund.amountCents === amountCents) return refund;
      const message = `Refund ${ownId} was made before, of another amount`;
      throw new PaymentsRefused("repeatedDifferently", message, { cause: undefined });
    }
    return undefined;
  }

  return {
    findCheckout,

    async openCheckout(input) {
      const idempotencyKey = `checkout:${input.saleId}`;
      const session = await ask(() => sessions.create(toSessionParams(input), { idempotencyKey }));
      return requireParsed(parseCheckout(session), "checkout session");
    },

    async expireCheckout(sessionId) {
      if (!SESSION_ID.test(sessionId)) return undefined;
      try {
        return requireParsed(parseCheckout(await sessions.expire(sessionId)), "checkout session");
      } catch (failure) {
        if (isMissing(failure)) return undefined;
        if (!isInvalidRequest(failure)) throw toPaymentsError(failure);
        // The buyer may have paid in between: what counts then is how the checkout stands.
        const checkout = await findCheckout(sessionId);
        if (checkout?.status === "open") throw toPaymentsError(failure);
        return checkout;
      }
    },

    async refund(input) {
      // Stripe forgets a key after a day; the refund itself bears our name for it for ever.
      const made = await findOwnRefund(input);
      if (made) return made;
      const idempotencyKey = `refund:${input.ownId}`;
      const refund = await ask(() => stripe.refunds.create(toRefundParams(input), { idempotencyKey }));
      return requireParsed(parseRefund(refund), "refund");
    },

    async findDispute(disputeId) {
      if (!DISPUTE_ID.test(disputeId)) return undefined;
      const dispute = await find(() => stripe.disputes.retrieve(disputeId));
      return dispute && refuseMalformed(parseDispute(dispute), "dispute");
    },

    async findCharge(paymentIntentId) {
      const intent = await findIntent(paymentIntentId, CHARGE_OF_PAYMENT);
      return intent === undefined ? undefined : refuseMalformed(parsePaidCharge(intent), "payment");
    },

    async findPending(paymentIntentId) {
      const intent = await findIntent(paymentIntentId, METHOD_OF_PAYMENT);
      return intent === undefined ? undefined : refuseMalformed(parsePending(intent), "payment");
    },

    listCheckouts: (since) =>
      listAll(
        madeSince(since),
        (page) => sessions.list({ ...page, expand: [`data.${PAYMENT_OF_CHECKOUT}`] }),
        parseCheckout,
      ),
    listCharges: (since) =>
      listAll(
        madeSince(since),
        (page) => stripe.charges.list({ ...page, expand: ["data.balance_transaction"] }),
        parseCharge,
      ),
    listRefunds: (since) => listAll(madeSince(since), (page) => stripe.refunds.list(page), parseRefund),
    listMovements: (since) =>
      listAll(madeSince(since), (page) => stripe.balanceTransactions.list(page), parseMovement),

    async findBalance(currency) {
      return requireParsed(parseBalance(await ask(() => stripe.balance.retrieve()), currency), "balance");
    },

    listDisputes: (since) => listAll(madeSince(since), (page) => stripe.disputes.list(page), parseDispute),

    readEvent: (rawBody, signature) => readStripeEvent(rawBody, signature, webhookSecret, clock),

    readKeptEvent: readKeptStripeEvent,
  };
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    throw toPaymentsError(failure);
  }
}

async function find<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (failure) {
    if (isMissing(failure)) return undefined;
    throw toPaymentsError(failure);
  }
}

function refuseMalformed<T>(parsed: T | "malformed", name: string): T {
  if (parsed !== "malformed") return parsed;
  throw new PaymentsUnavailable("failing", { cause: new Error(`The answer is not a ${name}`) });
}

function requireParsed<T>(parsed: T | undefined | "malformed", name: string): T {
  return refuseMalformed(parsed ?? "malformed", name);
}
