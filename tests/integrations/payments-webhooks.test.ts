import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aCheckout, readAll, readCheckouts, type Setup, startSetup } from "./payments-setup";

/** Ends as soon as it is so; the limit is only for a machine under load. */
const PATIENT = { timeout: 20_000 };

let setup: Setup;
beforeEach(async () => {
  setup = await startSetup();
});
afterEach(() => setup.close());

const facts = () => readCheckouts(setup.payments, setup.receiver.received).map(({ fact }) => fact);

/** Ends a new checkout unpaid, which is announced in one event. */
async function announceOne(): Promise<string> {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  await setup.payments.expireCheckout(checkoutId);
  return checkoutId;
}

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
    for await (const listed of setup.payments.listCheckouts(setup.now()))
      expect(listed).toEqual(await setup.payments.findCheckout(checkoutId));
    expect(facts()).toMatchObject([
      { kind: "checkoutCompleted", checkoutId, paid: false },
      { kind, checkoutId, paid },
    ]);
  });
});

it("a declined card leaves the checkout open, and another attempt pays the same payment", async () => {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  expect(await setup.stripe.pay(checkoutId, { method: "card", outcome: "decline" })).toEqual({
    ok: false,
    error: "declined",
  });
  const declined = await setup.payments.findCheckout(checkoutId);
  expect(declined).toMatchObject({
    status: "open",
    paid: false,
    failed: false,
    paymentId: expect.any(String),
  });
  await setup.stripe.pay(checkoutId, { method: "pix", outcome: "succeed" });
  expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({
    paid: true,
    paymentId: declined?.paymentId,
  });
});

it.each([
  ["card", "later", "cannotWait"],
  ["boleto", "succeed", "methodNotOffered"],
] as const)("an attempt with %s to %s is refused: %s", async (method, outcome, error) => {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now(), { amountCents: 499 }));
  expect(await setup.stripe.pay(checkoutId, { method, outcome })).toEqual({ ok: false, error });
});

it("an event is sent again until it gets a 2xx response, with a new signature and the same id", async () => {
  setup.receiver.answers.push(500, 302, 404);
  await announceOne();
  await setup.receiver.arrived(4);
  const ids = readAll(setup.payments, setup.receiver.received).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
  await expect
    .poll(() => setup.stripe.events()[0], PATIENT)
    .toMatchObject({
      delivered: true,
      attempts: [{ status: 500 }, { status: 302 }, { status: 404 }, { status: 200 }],
    });
});

it("deliveries stop after the last pause, and a later redelivery sends the same event", async () => {
  setup.receiver.answers.push(500, 500, 500, 500);
  await announceOne();
  await expect.poll(() => setup.stripe.events()[0]?.attempts, PATIENT).toHaveLength(4);
  expect(setup.stripe.events()[0]?.delivered).toBe(false);
  setup.advance(24 * 60 * 60 * 1000);
  const eventId = setup.stripe.events()[0]?.id ?? "";
  expect(await setup.stripe.redeliver(eventId)).toMatchObject({ id: eventId, delivered: true });
  await setup.stripe.redeliver(eventId);
  // Signed anew a day later: only the last two are still accepted.
  expect(readAll(setup.payments, setup.receiver.received.slice(-2)).map(({ id }) => id)).toEqual([
    eventId,
    eventId,
  ]);
  expect(await setup.stripe.redeliver("evt_unknown")).toBeUndefined();
});

it("deliveries wait while webhooks are paused", async () => {
  setup.stripe.pauseWebhooks();
  const checkoutId = await announceOne();
  expect(setup.stripe.events()).toMatchObject([{ delivered: false, attempts: [] }]);
  expect(setup.receiver.received).toEqual([]);
  setup.stripe.resumeWebhooks();
  await setup.receiver.arrived(1);
  expect(facts()).toMatchObject([{ kind: "checkoutExpired", checkoutId }]);
});

it("deliveries wait for an address", async () => {
  await setup.close();
  setup = await startSetup({ webhookUrl: undefined });
  const checkoutId = await announceOne();
  setup.stripe.setWebhookUrl(setup.receiver.url);
  await setup.receiver.arrived(1);
  expect(facts()).toMatchObject([{ kind: "checkoutExpired", checkoutId }]);
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
  const sent = setup.stripe.events().find(({ type }) => type === "checkout.session.completed");
  const { object } = JSON.parse(sent?.body ?? "").data;
  await setup.stripe.announce("checkout.session.completed", { ...object, metadata });
  expect(facts()).toMatchObject([{ saleId: expect.any(String) }, { saleId: undefined }]);
});
