import { afterAll, afterEach, describe, expect, it } from "vitest";
import { parsePending } from "~/integrations/payments/stripe-charge.server";
import { payFor, readAll, startSetup } from "./payments-setup";

const setup = await startSetup();
afterAll(setup.close);
afterEach(() => {
  setup.stripe.setBookingTime("atOnce");
  setup.receiver.received.length = 0;
});

const UNKNOWN = ["pi_unknown", "", "..", "pi_../../v1/charges", "cs_test_1", "pi_1?expand[]=x"];

describe("the charge of a payment", () => {
  // 3,99 % + R$ 0,39, 1,19 %, and R$ 3,45.
  it.each([
    ["card", 4990, 238],
    ["pix", 4990, 59],
    ["boleto", 4990, 345],
  ] as const)("%s of %i cents costs %i", async (method, amountCents, feeCents) => {
    const paid = await payFor(setup, { method, outcome: "succeed" }, { amountCents });
    expect(await setup.payments.findCharge(paid.paymentId)).toEqual({
      chargeId: expect.stringMatching(/^ch_/),
      paymentId: paid.paymentId,
      saleId: paid.saleId,
      method,
      amountCents,
      currency: "BRL",
      feeCents,
    });
  });

  it("has no fee before it is booked, which charge.updated reports", async () => {
    setup.stripe.setBookingTime("later");
    const { paymentId, saleId } = await payFor(setup);
    expect(await setup.payments.findCharge(paymentId)).toMatchObject({ feeCents: undefined });
    expect(await setup.stripe.book(paymentId)).toMatchObject({ ok: true });
    expect(await setup.payments.findCharge(paymentId)).toMatchObject({ feeCents: 238 });
    const charges = readAll(setup.payments, setup.receiver.received).filter((event) =>
      event.providerType.startsWith("charge."),
    );
    expect(charges.map(({ providerType }) => providerType)).toEqual(["charge.succeeded", "charge.updated"]);
    for (const { fact } of charges) {
      expect(fact).toMatchObject({
        kind: "charge",
        paymentId,
        saleId,
        method: "card",
        amountCents: 4990,
      });
    }
  });

  it.each(UNKNOWN)("is undefined for %j", async (id) => {
    expect(await setup.payments.findCharge(id)).toBeUndefined();
  });

  it("is undefined while unpaid, and after a failure", async () => {
    const left = await payFor(setup, { method: "pix", outcome: "later" });
    expect(await setup.payments.findCharge(left.paymentId)).toBeUndefined();
    await setup.stripe.settle(left.checkoutId, "failed");
    expect(await setup.payments.findCharge(left.paymentId)).toBeUndefined();
    const late = await payFor(setup, { method: "boleto", outcome: "later" });
    await setup.stripe.settle(late.checkoutId, "succeeded");
    expect(await setup.payments.findCharge(late.paymentId)).toMatchObject({
      method: "boleto",
      saleId: late.saleId,
    });
  });
});

describe("a pending payment", () => {
  it("by Pix can be paid for half an hour", async () => {
    const { paymentId } = await payFor(setup, { method: "pix", outcome: "later" });
    expect(await setup.payments.findPending(paymentId)).toEqual({
      method: "pix",
      code: `LOCAL.PIX.${paymentId}`,
      voucherUrl: `${setup.stripe.url}/c/slip/${paymentId}`,
      expiresAt: new Date(setup.now().getTime() + 30 * 60_000),
    });
  });

  it.each(["succeeded", "failed"] as const)("is undefined once it has %s", async (outcome) => {
    const { checkoutId, paymentId } = await payFor(setup, { method: "boleto", outcome: "later" });
    await setup.stripe.settle(checkoutId, outcome);
    expect(await setup.payments.findPending(paymentId)).toBeUndefined();
  });

  it.each(UNKNOWN)("is undefined for %j", async (id) => {
    expect(await setup.payments.findPending(id)).toBeUndefined();
  });
});

describe("a payment with a next step", () => {
  const intent = (changes: object) => ({
    object: "payment_intent",
    status: "requires_action",
    payment_method: { type: "boleto" },
    next_action: null,
    ...changes,
  });

  it.each([
    ["not there yet", {}],
    ["being made", { status: "processing" }],
    ["of a kind without a code", { next_action: { type: "redirect_to_url" } }],
    ["empty", { next_action: { boleto_display_details: { number: null, expires_at: null } } }],
  ])("of %s has no code", (_, changes) => {
    expect(parsePending(intent(changes))).toEqual({
      method: "boleto",
      code: undefined,
      voucherUrl: undefined,
      expiresAt: undefined,
    });
  });

  it("of a voucher at an address other than http or https has no address", () => {
    const details = { number: "1", hosted_voucher_url: "javascript:alert(1)", expires_at: 1 };
    expect(parsePending(intent({ next_action: { boleto_display_details: details } }))).toMatchObject({
      code: "1",
      voucherUrl: undefined,
    });
  });
});
