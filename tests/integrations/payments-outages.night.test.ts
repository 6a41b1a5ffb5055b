import { createServer } from "node:http";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Payments } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { runWithDeadline } from "~/integrations/request-deadline";
import { failureOf } from "../support/failure-of";
import { closeServer, listen } from "../support/listen";
import { aCheckout, payFor, startSetup } from "./payments-setup";

const setup = await startSetup();
afterAll(setup.close);
const { paymentId } = await payFor(setup);
afterEach(() => setup.stripe.setApiFault(undefined));

const SINCE = new Date("2026-01-01T00:00:00Z");

async function firstOf(items: AsyncIterable<unknown>): Promise<unknown> {
  for await (const item of items) return item;
  return undefined;
}

const aRefund = (payments: Payments) => payments.refund({ ownId: "outage", paymentId, amountCents: 1 });

/** Every method that speaks over the network. */
const calls: Record<string, (payments: Payments) => Promise<unknown>> = {
  openCheckout: (payments) => payments.openCheckout(aCheckout(setup.now())),
  findCheckout: (payments) => payments.findCheckout("cs_test_1"),
  expireCheckout: (payments) => payments.expireCheckout("cs_test_1"),
  refund: (payments) => aRefund(payments),
  findCharge: (payments) => payments.findCharge(paymentId),
  findPending: (payments) => payments.findPending(paymentId),
  listCheckouts: (payments) => firstOf(payments.listCheckouts(SINCE)),
  listCharges: (payments) => firstOf(payments.listCharges(SINCE)),
  listRefunds: (payments) => firstOf(payments.listRefunds(SINCE)),
  listDisputes: (payments) => firstOf(payments.listDisputes(SINCE)),
};

const EMPTY_LIST = '{"object":"list","data":[],"has_more":false}';

/** The adapter against a server that says one thing to everything, or only where something is made. */
async function against<T>(
  status: number,
  body: string,
  use: (payments: Payments) => Promise<T>,
  only: "POST" | undefined = undefined,
): Promise<T> {
  const server = createServer((request, response) => {
    request.resume();
    if (only && request.method !== only) return response.writeHead(200).end(EMPTY_LIST);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const port = await listen(server);
  try {
    return await use(setup.paymentsAt(`http://127.0.0.1:${port}`));
  } finally {
    await closeServer(server);
  }
}

describe.each(Object.entries(calls))("an outage during %s is reported", (_, call) => {
  it("if nothing listens", async () => {
    const failure = await failureOf(call(setup.paymentsAt("http://127.0.0.1:1")));
    expect(failure).toBeInstanceOf(PaymentsUnavailable);
    expect(failure).toMatchObject({ reason: "unreachable" });
  });

  it("if there is no response", async () => {
    setup.stripe.setApiFault("hang");
    const failure = await failureOf(call(setup.paymentsAt(setup.stripe.url, { timeoutMs: 100 })));
    expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "timeout" });
  });

  it("if there is no response within the request's deadline, for any limit of an attempt", async () => {
    setup.stripe.setApiFault("hang");
    const patient = setup.paymentsAt(setup.stripe.url, { timeoutMs: 600_000, maxNetworkRetries: 2 });
    const deadline = { endsAt: performance.now() + 100, hasBegun: () => false };
    const failure = await runWithDeadline(deadline, () => failureOf(call(patient)));
    expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "timeout" });
    // The SDK's two retries have pauses of at least half a second.
    expect(performance.now()).toBeLessThan(deadline.endsAt + 900);
  });

  it.each([
    ["serverError", "failing"],
    ["rateLimited", "rateLimited"],
  ] as const)("if Stripe answers with %s", async (fault, reason) => {
    setup.stripe.setApiFault(fault);
    const failure = await failureOf(call(setup.payments));
    expect(failure).toBeInstanceOf(PaymentsUnavailable);
    expect(failure).toMatchObject({ reason, requestId: expect.stringMatching(/^req_/) });
  });

  it("if the key is refused", async () => {
    const failure = await failureOf(call(setup.paymentsAt(setup.stripe.url, { secretKey: "sk_test_other" })));
    expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "keyRefused" });
  });

  it.each([
    "<html>",
    "{}",
    "[]",
    '{"object":"list","data":{},"has_more":false}',
    '{"object":"list","data":[],"has_more":true}',
    '{"object":"list","data":[{"id":"x_1","object":"cat"}],"has_more":false}',
    '{"object":"payment_intent","status":7,"latest_charge":{"id":"ch_1"}}',
  ])("if the response is %s", async (body) => {
    const failure = await against(200, body, (payments) => failureOf(call(payments)));
    expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "failing" });
  });
});

it.each(["<html>", "{}", '{"id":"re_1","amount":"1"}'])(
  "a refund whose response is %s is reported as an outage",
  async (body) => {
    const failure = await against(200, body, (payments) => failureOf(aRefund(payments)), "POST");
    expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "failing" });
  },
);

it("a refund whose response was lost is made once", async () => {
  const { payments, calls } = await setup.loseFirstAnswer();
  const refund = await payments.refund({ ownId: "lost-answer", paymentId, amountCents: 7 });
  expect(calls()).toBe(2);
  const made = setup.stripe.refunds().filter(({ metadata }) => metadata.refund_id === "lost-answer");
  expect(made.map(({ id }) => id)).toEqual([refund.refundId]);
});

it.each([
  [400, "charge_already_refunded", undefined, "x", "alreadyRefunded"],
  [400, "charge_disputed", undefined, "x", "disputed"],
  [400, "refund_disputed_payment", undefined, "x", "disputed"],
  [400, "charge_not_refundable", undefined, "x", "notRefundable"],
  [400, undefined, "amount", "Refund amount (R$2) is greater than charge amount (R$1)", "refundTooLarge"],
  [400, undefined, "amount", "Refund amount (R$2) is greater than unrefunded amount", "refundTooLarge"],
  [400, "parameter_invalid_integer", "amount", "Invalid integer", "invalid"],
  [404, "resource_missing", "payment_intent", "No such payment_intent", "invalid"],
])("a refund refused with %i %s %s is reported: %s", async (status, code, param, message, reason) => {
  const body = JSON.stringify({ error: { type: "invalid_request_error", code, param, message } });
  const failure = await against(status, body, (payments) => failureOf(aRefund(payments)), "POST");
  expect(failure).toMatchObject({ name: "PaymentsRefused", reason });
});

it("a refund in progress by another request is not refused, and can be retried", async () => {
  const body = JSON.stringify({
    error: { type: "idempotency_error", code: "idempotency_key_in_use", message: "x" },
  });
  const failure = await against(409, body, (payments) => failureOf(aRefund(payments)), "POST");
  expect(failure).toMatchObject({ name: "PaymentsUnavailable", reason: "inProgress" });
});
