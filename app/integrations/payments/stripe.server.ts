import type { Clock } from "~/integrations/clock";
import { type Checkout, evidenceFileMaxBytes, type NewRefund, type Payments, type Refund } from "./payments";
import { PaymentsRefused, PaymentsUnavailable } from "./payments-errors";
import {
  CHARGE_OF_PAYMENT,
  FAILURE_OF_REFUND,
  METHOD_OF_PAYMENT,
  parseCharge,
  parsePaidCharge,
  parsePending,
  parseRefund,
  toRefundParams,
} from "./stripe-charge.server";
import { createStripeClient } from "./stripe-client.server";
import { parseDispute, parseDisputeCase, readStripeFile } from "./stripe-dispute.server";
import { readStoredStripeEvent, readStripeEvent } from "./stripe-event.server";
import {
  inTime,
  isInvalidRequest,
  isMissing,
  listAll,
  madeSince,
  parseBalance,
  parseMovement,
  toPaymentsError,
} from "./stripe-list.server";
import { PAYMENT_OF_CHECKOUT, parseCheckout, toSessionParams } from "./stripe-session.server";

interface StripePaymentsOptions {
  secretKey: string;
  /** If empty, every webhook is refused. */
  webhookSecret: string;
  apiUrl?: string | undefined;
  clock: Clock;
  /** Per attempt; default: 10,000. Three attempts detect an outage in about half a minute. */
  timeoutMs?: number;
  maxNetworkRetries?: number;
}

/** Ids may come from a visitor, in the return page's query. */
const SESSION_ID = /^cs_[A-Za-z0-9_]{1,200}$/;
const INTENT_ID = /^pi_[A-Za-z0-9_]{1,200}$/;
const DISPUTE_ID = /^[a-z]{2,6}_[A-Za-z0-9_]{1,200}$/;

/** https://docs.stripe.com/payments/checkout */
export function createStripePayments(options: StripePaymentsOptions): Payments {
  const { secretKey, webhookSecret, apiUrl, clock, timeoutMs = 10_000, maxNetworkRetries = 2 } = options;
  const stripe = createStripeClient({ secretKey, apiUrl, timeoutMs, maxNetworkRetries });
  const { sessions } = stripe.checkout;

  async function findCheckout(checkoutId: string): Promise<Checkout | undefined> {
    if (!SESSION_ID.test(checkoutId)) return undefined;
    const session = await find(() => sessions.retrieve(checkoutId, { expand: [PAYMENT_OF_CHECKOUT] }));
    return session && requireParsed(parseCheckout(session), "checkout session");
  }

  async function findIntent(paymentId: string, expand: string[]): Promise<unknown> {
    if (!INTENT_ID.test(paymentId)) return undefined;
    return find(() => stripe.paymentIntents.retrieve(paymentId, { expand }));
  }

  async function findOwnRefund({ ownId, paymentId, amountCents }: NewRefund): Promise<Refund | undefined> {
    const ofPayment = { payment_intent: paymentId };
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

    async expireCheckout(checkoutId) {
      if (!SESSION_ID.test(checkoutId)) return undefined;
      try {
        return requireParsed(
          parseCheckout(await inTime(() => sessions.expire(checkoutId))),
          "checkout session",
        );
      } catch (failure) {
        if (isMissing(failure)) return undefined;
        if (!isInvalidRequest(failure)) throw toPaymentsError(failure);
        // The buyer may have paid in between.
        const checkout = await findCheckout(checkoutId);
        if (checkout?.status === "open") throw toPaymentsError(failure);
        return checkout;
      }
    },

    async refund(input) {
      // Stripe forgets an idempotency key after a day; the metadata stays.
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

    async findDisputeCase(disputeId) {
      if (!DISPUTE_ID.test(disputeId)) return undefined;
      const dispute = await find(() => stripe.disputes.retrieve(disputeId));
      return dispute && requireParsed(parseDisputeCase(dispute), "dispute");
    },

    async answerDispute(disputeId, { evidence, files, submit }) {
      // Stripe submits by default.
      const dispute = await ask(() =>
        stripe.disputes.update(disputeId, { evidence: { ...evidence, ...files }, submit }),
      );
      return requireParsed(parseDisputeCase(dispute), "dispute");
    },

    async storeEvidenceFile({ name, type, bytes }) {
      const file = await ask(() =>
        stripe.files.create({ purpose: "dispute_evidence", file: { data: bytes, name, type } }),
      );
      return file.id;
    },

    readEvidenceFile: (fileId) =>
      readStripeFile(fileId, { secretKey, apiUrl, timeoutMs, maxBytes: evidenceFileMaxBytes }),

    async acceptDispute(disputeId) {
      return requireParsed(parseDisputeCase(await ask(() => stripe.disputes.close(disputeId))), "dispute");
    },

    async findCharge(paymentId) {
      const intent = await findIntent(paymentId, CHARGE_OF_PAYMENT);
      return intent === undefined ? undefined : refuseMalformed(parsePaidCharge(intent), "payment");
    },

    async findPending(paymentId) {
      const intent = await findIntent(paymentId, METHOD_OF_PAYMENT);
      return intent === undefined ? undefined : refuseMalformed(parsePending(intent), "payment");
    },

    listCheckouts: (since, onUnreadable) =>
      listAll(
        madeSince(since),
        (page) => sessions.list({ ...page, expand: [`data.${PAYMENT_OF_CHECKOUT}`] }),
        parseCheckout,
        onUnreadable,
      ),
    listCharges: (since, onUnreadable) =>
      listAll(
        madeSince(since),
        (page) => stripe.charges.list({ ...page, expand: ["data.balance_transaction"] }),
        parseCharge,
        onUnreadable,
      ),
    listRefunds: (since, onUnreadable) =>
      listAll(
        madeSince(since),
        (page) => stripe.refunds.list({ ...page, expand: [`data.${FAILURE_OF_REFUND}`] }),
        parseRefund,
        onUnreadable,
      ),
    listMovements: (since, onUnreadable) =>
      listAll(madeSince(since), (page) => stripe.balanceTransactions.list(page), parseMovement, onUnreadable),

    async findBalance(currency) {
      return requireParsed(parseBalance(await ask(() => stripe.balance.retrieve()), currency), "balance");
    },

    listDisputes: (since, onUnreadable) =>
      listAll(madeSince(since), (page) => stripe.disputes.list(page), parseDispute, onUnreadable),

    readEvent: (rawBody, signature) => readStripeEvent(rawBody, signature, webhookSecret, clock),

    readStoredEvent: readStoredStripeEvent,
  };
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await inTime(call);
  } catch (failure) {
    throw toPaymentsError(failure);
  }
}

async function find<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await inTime(call);
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
