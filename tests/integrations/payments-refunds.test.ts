import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { NewRefund } from "~/integrations/payments/payments";
import { PaymentsRefused } from "~/integrations/payments/payments-errors";
import { failureOf } from "../support/failure-of";
import { payFor, readAll, startSetup } from "./payments-setup";

/** The API answers before the webhook is through; the limit is only for a machine under load. */
const PATIENT = { timeout: 20_000 };

const setup = await startSetup();
afterAll(setup.close);
afterEach(() => {
  setup.stripe.setRefundOutcome("succeeded");
  setup.receiver.received.length = 0;
});

let refunds = 0;
function aRefund(paymentId: string, changes: Partial<NewRefund> = {}): NewRefund {
  refunds += 1;
  return { ownId: `refund-${refunds}`, paymentId, amountCents: 4990, ...changes };
}

const ofPayment = (paymentId: string) =>
  setup.stripe.refunds().filter(({ payment_intent }) => payment_intent === paymentId);

/** Late deliveries of an earlier test's refund are left out. */
const refundEvents = (paymentId: string) =>
  readAll(setup.payments, setup.receiver.received).flatMap(({ providerType, fact }) =>
    fact?.kind === "refund" && fact.paymentId === paymentId ? [[providerType, fact.status]] : [],
  );

async function refuses(input: NewRefund, reason: string) {
  const failure = await failureOf(setup.payments.refund(input));
  expect(failure).toBeInstanceOf(PaymentsRefused);
  expect(failure).toMatchObject({ reason, requestId: expect.stringMatching(/^req_/) });
}

describe("a refund", () => {
  it("returns the full amount, under the given id", async () => {
    const { paymentId } = await payFor(setup);
    const input = aRefund(paymentId);
    const refund = await setup.payments.refund(input);
    expect(refund).toEqual({
      refundId: expect.stringMatching(/^re_/),
      ownId: input.ownId,
      paymentId,
      amountCents: 4990,
      currency: "BRL",
      status: "succeeded",
      createdAt: setup.now(),
    });
    await expect.poll(() => refundEvents(paymentId), PATIENT).toHaveLength(1);
    const [event] = readAll(setup.payments, setup.receiver.received).filter(
      ({ providerType }) => providerType === "refund.created",
    );
    expect(event?.fact).toEqual({ kind: "refund", ...refund });
  });

  it("requested fifty times at once is made once", async () => {
    const { paymentId } = await payFor(setup);
    const input = aRefund(paymentId, { amountCents: 990 });
    const asked = await Promise.all(Array.from({ length: 50 }, () => setup.payments.refund(input)));
    expect(new Set(asked.map(({ refundId }) => refundId)).size).toBe(1);
    expect(ofPayment(paymentId)).toHaveLength(1);
  });

  it("is returned in its current state, even after Stripe forgot the request a day later", async () => {
    const own = await startSetup();
    const { paymentId } = await payFor(own);
    const input = aRefund(paymentId, { amountCents: 990 });
    const refund = await own.payments.refund(input);
    // Others of the same payment, more than a page of them, do not hide it.
    for (let other = 0; other < 101; other += 1) {
      await own.payments.refund(aRefund(paymentId, { amountCents: 1 }));
    }
    own.advance(30 * 24 * 60 * 60_000);
    expect(await own.payments.refund(input)).toEqual(refund);
    await own.stripe.settleRefund(refund.refundId, "failed");
    expect(await own.payments.refund(input)).toEqual({ ...refund, status: "failed", failure: "unknown" });
    expect(await failureOf(own.payments.refund({ ...input, amountCents: 991 }))).toMatchObject({
      reason: "repeatedDifferently",
    });
    expect(own.stripe.refunds()).toHaveLength(102);
    await own.close();
  });

  it("with the id of another one is refused, by concurrent requests too", async () => {
    const { paymentId } = await payFor(setup);
    const input = aRefund(paymentId, { amountCents: 100 });
    const both = [input, { ...input, amountCents: 101 }].map((each) =>
      failureOf(setup.payments.refund(each)),
    );
    const failures = (await Promise.all(both)).filter((failure) => failure !== undefined);
    expect(failures).toMatchObject([{ name: "PaymentsRefused", reason: "repeatedDifferently" }]);
    expect(ofPayment(paymentId)).toHaveLength(1);
  });
});

describe("a refused refund", () => {
  it.each([
    [4991, "refundTooLarge"],
    [0, "invalid"],
    [-1, "invalid"],
  ])("is one of %i cents for a payment of 4990: %s", async (amountCents, reason) => {
    const { paymentId } = await payFor(setup);
    await refuses(aRefund(paymentId, { amountCents }), reason);
    expect(ofPayment(paymentId)).toEqual([]);
  });

  it.each([
    ["needs_response", "disputed"],
    ["under_review", "disputed"],
    ["lost", "disputed"],
    ["won", undefined],
  ] as const)("is one during a dispute that is %s: %s", async (status, reason) => {
    const { paymentId } = await payFor(setup);
    const opened = await setup.stripe.openDispute(paymentId);
    if (opened.ok && status !== "needs_response") await setup.stripe.moveDispute(opened.dispute.id, status);
    if (reason) await refuses(aRefund(paymentId), reason);
    else expect(await setup.payments.refund(aRefund(paymentId))).toMatchObject({ status: "succeeded" });
  });
});

describe("the status of a refund", () => {
  it.each([
    ["succeeded", [["refund.updated", "succeeded"]], 4990],
    ["requires_action", [["refund.updated", "pending"]], 4990],
    [
      "failed",
      [
        ["refund.failed", "failed"],
        ["refund.updated", "failed"],
      ],
      0,
    ],
    ["canceled", [["refund.updated", "failed"]], 0],
  ] as const)("is pending, then %s", async (status, announced, refunded) => {
    setup.stripe.setRefundOutcome("pending");
    const { paymentId } = await payFor(setup);
    const refund = await setup.payments.refund(aRefund(paymentId));
    expect(refund.status).toBe("pending");
    await expect.poll(() => refundEvents(paymentId), PATIENT).toEqual([["refund.created", "pending"]]);
    setup.receiver.received.length = 0;
    expect(await setup.stripe.settleRefund(refund.refundId, status)).toMatchObject({ ok: true });
    expect(refundEvents(paymentId).sort()).toEqual(announced);
    expect(setup.stripe.charges().at(-1)?.amount_refunded).toBe(refunded);
  });
});
