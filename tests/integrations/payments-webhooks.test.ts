import { afterAll, afterEach, describe, expect, it } from "vitest";
import { aCheckout, readAll, readCheckouts, startSetup } from "./payments-setup";

const setup = await startSetup();
afterAll(setup.close);
afterEach(() => {
  setup.receiver.received.length = 0;
});

const facts = () => readCheckouts(setup.payments, setup.receiver.received).map(({ fact }) => fact);

it("a card payment is announced as paid before the buyer is sent back", async () => {
  const input = aCheckout(setup.now());
  const { checkoutId } = await setup.payments.openCheckout(input);
  await setup.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  const { received } = setup.receiver;
  const message = received.find(({ body }) => body.includes("checkout.session.completed"));
  const [event, ...others] = readCheckouts(setup.payments, received);
  expect(others).toEqual([]);
  const { failed, paidAt, ...asked } = (await setup.payments.findCheckout(checkoutId)) ?? {};
  expect(failed).toBe(false);
  expect(paidAt).toEqual(setup.now());
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_/),
    providerType: "checkout.session.completed",
    createdAt: setup.now(),
    body: Buffer.from(message?.body ?? ""),
    payload: JSON.parse(message?.body ?? ""),
    // The event's own time is the payment's.
    fact: { kind: "checkoutCompleted", ...asked },
  });
  expect(event?.fact).toMatchObject({ saleId: input.saleId, paid: true, amountCents: 4990, currency: "BRL" });
});

describe.each(["pix", "boleto"] as const)("a %s that is paid later", (method) => {
  it.each([
    ["succeeded", "checkoutPaid", true],
    ["failed", "checkoutFailed", false],
  ] as const)("is complete and unpaid, and then %s", async (outcome, kind, paid) => {
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
    await setup.stripe.pay(checkoutId, { method, outcome: "later" });
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({
      status: "complete",
      paid: false,
      failed: false,
    });
    expect(await setup.stripe.settle(checkoutId, outcome)).toEqual({ ok: true });
    expect(await setup.stripe.settle(checkoutId, outcome)).toEqual({ ok: false, error: "notWaiting" });
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({
      status: "complete",
      paid,
      failed: !paid,
    });
    expect(facts()).toMatchObject([
      { kind: "checkoutCompleted", checkoutId, paid: false },
      { kind, checkoutId, paid },
    ]);
  });
});

it("an event of an unknown type is accepted without a fact", async () => {
  await setup.stripe.announce("customer.created", { id: "cus_1", object: "customer" });
  expect(readAll(setup.payments, setup.receiver.received)).toMatchObject([
    { providerType: "customer.created", fact: undefined, payload: { data: { object: { id: "cus_1" } } } },
  ]);
});

it("a session that only stores a card reports no fact", async () => {
  await setup.stripe.announce("checkout.session.completed", {
    id: "cs_test_1",
    mode: "setup",
    amount_total: null,
  });
  expect(facts()).toEqual([undefined]);
});

it.each([{}, { sale_id: "1234" }])("a checkout of another shop, with %j, has no sale", async (metadata) => {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  await setup.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  const sent = setup.stripe.events().findLast(({ type }) => type === "checkout.session.completed");
  const { object } = JSON.parse(sent?.body ?? "").data;
  await setup.stripe.announce("checkout.session.completed", { ...object, metadata });
  expect(facts()).toMatchObject([{ saleId: expect.any(String) }, { saleId: undefined }]);
});
