import { describe, expect, it } from "vitest";
import type { PaymentFact } from "~/integrations/payments/payments";
import { createStripePayments } from "~/integrations/payments/stripe.server";
import { signWebhook } from "../../dev/stripe/webhooks";
import { payFor, readAll, startSetup } from "./payments-setup";

const NOW = 1_800_000_000;
const SECRET = "whsec_facts";
const { readEvent } = createStripePayments({
  secretKey: "sk_test_facts",
  webhookSecret: SECRET,
  apiUrl: "http://127.0.0.1:1",
  clock: () => new Date(NOW * 1000),
});

/** What the adapter makes of one signed message. */
function read(type: string, object: unknown): PaymentFact | undefined | "malformed" {
  const body = JSON.stringify({ id: "evt_1", object: "event", type, created: NOW, data: { object } });
  const answer = readEvent(body, signWebhook(body, SECRET, NOW));
  if (answer.ok) return answer.event.fact;
  expect(answer.error).toBe("malformed");
  return "malformed";
}

const SALE_ID = "5f0c7a52-3a4e-4a6b-9a58-1d8c6f7b2e10";

const CHARGE = {
  id: "ch_1",
  object: "charge",
  status: "succeeded",
  payment_intent: "pi_1",
  amount: 4990,
  currency: "brl",
  balance_transaction: "txn_1",
  payment_method_details: { type: "pix" },
  metadata: { sale_id: SALE_ID },
};
const REFUND = {
  id: "re_1",
  object: "refund",
  payment_intent: "pi_1",
  amount: 990,
  currency: "brl",
  status: "succeeded",
  created: NOW,
  metadata: { refund_id: "refund-1" },
};
const DISPUTE = {
  id: "du_1",
  object: "dispute",
  payment_intent: "pi_1",
  amount: 4990,
  currency: "brl",
  status: "needs_response",
  reason: "fraudulent",
  created: NOW,
};

const TYPES = {
  charge: ["charge.succeeded", "charge.updated"],
  refund: ["refund.created", "refund.updated", "refund.failed"],
  dispute: [
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
  ],
};

it.each([
  ["fraudulent", "fraud"],
  ["product_not_received", "notReceived"],
  ["credit_not_processed", "refundNotReceived"],
  ["named_next_year", "other"],
  ["constructor", "other"],
])("the dispute reason %s is read as %s", (reason, ours) => {
  expect(read("charge.dispute.created", { ...DISPUTE, reason })).toMatchObject({ reason: ours });
});

it.each([
  ["expired_or_canceled_card", { failure: "cardExpired" }],
  ["unknown", { failure: "unknown" }],
  ["named_next_year", { failure: "other", providerMessage: "named_next_year" }],
  [null, { failure: undefined }],
])("the refund failure %s is read", (failure_reason, ours) => {
  expect(read("refund.failed", { ...REFUND, status: "failed", failure_reason })).toMatchObject(ours);
});

describe("each type of event is read", () => {
  it.each(TYPES.charge)("for a charge: %s", (type) => {
    expect(read(type, CHARGE)).toEqual({
      kind: "charge",
      chargeId: "ch_1",
      paymentId: "pi_1",
      saleId: SALE_ID,
      method: "pix",
      amountCents: 4990,
      currency: "BRL",
      feeCents: undefined,
    });
  });
  it.each(TYPES.refund)("for a refund: %s", (type) => {
    expect(read(type, REFUND)).toEqual({
      kind: "refund",
      refundId: "re_1",
      ownId: "refund-1",
      paymentId: "pi_1",
      amountCents: 990,
      currency: "BRL",
      status: "succeeded",
      createdAt: new Date(NOW * 1000),
    });
  });
  it.each(TYPES.dispute)("for a dispute: %s", (type) => {
    expect(read(type, DISPUTE)).toEqual({
      kind: "dispute",
      disputeId: "du_1",
      paymentId: "pi_1",
      amountCents: 4990,
      currency: "BRL",
      status: "open",
      reason: "fraud",
      createdAt: new Date(NOW * 1000),
    });
  });

  it.each(["charge.refunded", "charge.failed", "charge.refund.updated", "constructor", "__proto__"])(
    "except %s, which reports no fact",
    (type) => {
      expect(read(type, CHARGE)).toBeUndefined();
    },
  );
});

describe("the status", () => {
  it.each([
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["succeeded", "succeeded"],
    ["failed", "failed"],
    ["canceled", "failed"],
    ["on_its_way", "pending"],
    ["constructor", "pending"],
    [null, "pending"],
    [undefined, "pending"],
  ])("of a refund %s is read as %s", (status, ours) => {
    expect(read("refund.updated", { ...REFUND, status })).toMatchObject({ status: ours });
  });

  it.each([
    ["needs_response", "open"],
    ["under_review", "open"],
    ["appeal_needs_response", "open"],
    ["appeal_under_review", "open"],
    ["won", "released"],
    ["prevented", "released"],
    ["lost", "lost"],
    ["warning_needs_response", "inquiry"],
    ["warning_under_review", "inquiry"],
    ["warning_closed", "inquiry"],
    ["warning_of_another_kind", "inquiry"],
    ["in_mediation", "open"],
    ["toString", "open"],
  ])("of a dispute %s is read as %s", (status, ours) => {
    expect(read("charge.dispute.updated", { ...DISPUTE, status })).toMatchObject({ status: ours });
  });

  it.each(["pending", "failed", "considered"])("%s of a charge means a failed one", (status) => {
    expect(read("charge.updated", { ...CHARGE, status })).toBeUndefined();
  });
});

describe("an optional field of Stripe's", () => {
  const all = [
    ["charge.updated", CHARGE],
    ["refund.created", REFUND],
    ["charge.dispute.created", DISPUTE],
  ] as const;

  it.each(all)("may be an expanded payment in %s", (type, object) => {
    const payment_intent = { id: "pi_whole", object: "payment_intent" };
    expect(read(type, { ...object, payment_intent })).toMatchObject({ paymentId: "pi_whole" });
  });

  it.each(all)("may be a missing payment in %s, which is then no sale of this product", (type, object) => {
    expect(read(type, { ...object, payment_intent: null })).toBeUndefined();
    expect(read(type, { ...object, payment_intent: undefined })).toBeUndefined();
  });

  it.each(["1234", "", "5f0c7a52-3a4e-4a6b-9a58-1d8c6f7b2e1", `${SALE_ID}'`])(
    "may be another shop's sale_id, %j, which is ignored",
    (sale_id) => {
      const metadata = { sale_id };
      expect(read("charge.updated", { ...CHARGE, metadata })).toMatchObject({ saleId: undefined });
    },
  );

  it.each([{}, null, undefined, { other: "x" }])("may be metadata of %j, which is ignored", (metadata) => {
    expect(read("charge.updated", { ...CHARGE, metadata })).toMatchObject({ saleId: undefined });
    expect(read("refund.created", { ...REFUND, metadata })).toMatchObject({ ownId: undefined });
  });

  it.each([
    ["card", "card"],
    ["boleto", "boleto"],
    ["paypal", "other"],
    ["constructor", "other"],
  ])("may be the method %s of a charge, read as %s", (type, method) => {
    expect(read("charge.updated", { ...CHARGE, payment_method_details: { type } })).toMatchObject({ method });
    expect(read("charge.updated", { ...CHARGE, payment_method_details: null })).toMatchObject({
      method: "other",
    });
  });

  it.each([
    ["none yet", null, undefined],
    ["in its own currency", { fee: 238, currency: "brl", exchange_rate: null }, 238],
    ["in another", { fee: 540, currency: "usd", exchange_rate: 0.2 }, 2700],
    ["in another, at an unknown rate", { fee: 540, currency: "usd", exchange_rate: null }, undefined],
    ["nothing", { fee: 0, currency: "brl" }, 0],
  ])("may be an expanded booking: %s", (_, balance_transaction, feeCents) => {
    expect(read("charge.updated", { ...CHARGE, balance_transaction })).toMatchObject({ feeCents });
  });
});

describe("a malformed event is refused", () => {
  const required = [
    ...["id", "status", "amount", "currency"].map((key) => ["charge.updated", CHARGE, key] as const),
    ...["id", "amount", "currency", "created"].map((key) => ["refund.created", REFUND, key] as const),
    ...["id", "amount", "currency", "status", "reason", "created"].map(
      (key) => ["charge.dispute.created", DISPUTE, key] as const,
    ),
  ];
  it.each(required)("if %s %# lacks a field or has a wrong one", (type, object, key) => {
    for (const value of [undefined, null, {}, [], true]) {
      expect(read(type, { ...object, [key]: value }), `${key} ${JSON.stringify(value)}`).toBe("malformed");
    }
  });

  it.each([...TYPES.charge, ...TYPES.refund, ...TYPES.dispute])("if %s has another object", (type) => {
    for (const object of [null, undefined, "ch_1", 1, [], {}]) expect(read(type, object)).toBe("malformed");
  });

  it("if an amount has fractions of a cent", () => {
    expect(read("charge.updated", { ...CHARGE, amount: 49.9 })).toBe("malformed");
    expect(read("refund.created", { ...REFUND, amount: "990" })).toBe("malformed");
  });
});

it("the local Stripe sends every type in the list, and each is read", async () => {
  const setup = await startSetup();
  setup.stripe.setRefundOutcome("pending");
  const { paymentId } = await payFor(setup);
  const { refundId } = await setup.payments.refund({ ownId: "r", paymentId, amountCents: 1 });
  await setup.stripe.settleRefund(refundId, "failed");
  const opened = await setup.stripe.openDispute(paymentId);
  if (opened.ok) {
    await setup.stripe.moveDispute(opened.dispute.id, "under_review");
    await setup.stripe.moveDispute(opened.dispute.id, "won");
  }
  await expect
    .poll(
      () => {
        const seen = readAll(setup.payments, setup.receiver.received);
        return seen.filter(({ fact }) => fact !== undefined).map(({ providerType }) => providerType);
      },
      { timeout: 20_000 },
    )
    .toEqual(expect.arrayContaining([...TYPES.charge, ...TYPES.refund, ...TYPES.dispute]));
  await setup.close();
});
