import { afterEach, beforeEach, expect, it } from "vitest";
import { aCheckout, payFor, readAll, type Setup, startSetup } from "./payments-setup";

let setup: Setup;
beforeEach(async () => {
  setup = await startSetup();
});
afterEach(() => setup.close());

const arrivedTypes = () =>
  readAll(setup.payments, setup.receiver.received).map(({ providerType }) => providerType);
const announcedTypes = () => setup.stripe.events().map(({ type }) => type);

/** A payment with a refund and a dispute: eight events. */
async function muchHappens(): Promise<void> {
  const { paymentId } = await payFor(setup);
  const { refundId } = await setup.payments.refund({ ownId: "r", paymentId, amountCents: 1 });
  await setup.stripe.settleRefund(refundId, "failed");
  await setup.stripe.openDispute(paymentId);
}

it("the events of a payment are announced in their order", async () => {
  await muchHappens();
  expect(announcedTypes()).toEqual([
    "charge.succeeded",
    "checkout.session.completed",
    "charge.updated",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
});

it.each(["oldestFirst", "newestFirst"] as const)(
  "held events are released %s, one after the other",
  async (order) => {
    setup.stripe.setWebhookMode("hold");
    await muchHappens();
    expect(setup.receiver.received).toEqual([]);
    await setup.stripe.releaseWebhooks(order);
    const announced = announcedTypes();
    expect(arrivedTypes()).toEqual(order === "oldestFirst" ? announced : announced.toReversed());
    await setup.stripe.releaseWebhooks(order);
    expect(setup.receiver.received).toHaveLength(8);
    await payFor(setup);
    expect(setup.receiver.received).toHaveLength(11);
  },
);

it("held deliveries are released in random order, each once", async () => {
  setup.stripe.setWebhookMode("hold");
  await muchHappens();
  await setup.stripe.releaseWebhooks("shuffled");
  expect(arrivedTypes().sort()).toEqual(announcedTypes().sort());
});

it("a dropped delivery is lost unless it is sent manually", async () => {
  setup.stripe.setWebhookMode("drop");
  await payFor(setup);
  setup.stripe.setWebhookMode("deliver");
  await setup.stripe.releaseWebhooks("oldestFirst");
  expect(setup.receiver.received).toEqual([]);
  const [lost] = setup.stripe.events();
  expect(lost).toMatchObject({ lost: true, delivered: false, attempts: [] });
  expect(await setup.stripe.redeliver(lost?.id ?? "")).toMatchObject({ delivered: true });
  expect(setup.receiver.received).toHaveLength(1);
});

it("a duplicated delivery arrives twice, with the same id", async () => {
  setup.stripe.setWebhookMode("twice");
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  await setup.stripe.pay(checkoutId, { method: "pix", outcome: "later" });
  const ids = readAll(setup.payments, setup.receiver.received).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

it("all events can be sent again, backwards", async () => {
  await payFor(setup);
  setup.receiver.received.length = 0;
  await setup.stripe.redeliverAll("newestFirst");
  expect(arrivedTypes()).toEqual(["charge.updated", "checkout.session.completed", "charge.succeeded"]);
});
