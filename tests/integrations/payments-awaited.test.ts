import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePending } from "~/integrations/payments/stripe-charge.server";
import { aCheckout, type Setup, startSetup } from "./payments-setup";

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());

async function open() {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  return checkoutId;
}
const intentOf = async (checkoutId: string) =>
  (await setup.payments.findCheckout(checkoutId))?.paymentId ?? "";

describe("a Pix code shown on the payment page", () => {
  it("leaves the session open and can be read", async () => {
    const checkoutId = await open();
    await setup.stripe.pay(checkoutId, { method: "pix", outcome: "show" });
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({ status: "open", paid: false });
    expect(await setup.payments.findPending(await intentOf(checkoutId))).toMatchObject({
      method: "pix",
      code: expect.stringMatching(/^LOCAL\.PIX\./),
    });
  });
});

describe("a payment that Stripe does not expire", () => {
  it("by boleto has a complete session that stays complete", async () => {
    const checkoutId = await open();
    await setup.stripe.pay(checkoutId, { method: "boleto", outcome: "later" });
    expect(await setup.payments.expireCheckout(checkoutId)).toMatchObject({
      status: "complete",
      paid: false,
    });
    expect(await setup.payments.findPending(await intentOf(checkoutId))).toMatchObject({ method: "boleto" });
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
