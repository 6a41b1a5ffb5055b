import { afterAll, afterEach, expect, it } from "vitest";
import { payFor, readAll, type Setup, startSetup } from "./payments-setup";

const setup = await startSetup();
afterAll(setup.close);
afterEach(() => {
  setup.receiver.received.length = 0;
});

/** Deliveries of one moment arrive in any order, so they are compared sorted. */
const announced = () =>
  readAll(setup.payments, setup.receiver.received)
    .filter(({ providerType }) => providerType.startsWith("charge.dispute."))
    .map(({ providerType, fact }) => [
      providerType.slice("charge.dispute.".length),
      fact?.kind === "dispute" ? fact.status : fact,
    ])
    .sort();

async function open(how?: Parameters<Setup["stripe"]["openDispute"]>[1]) {
  const { paymentId } = await payFor(setup);
  const opened = await setup.stripe.openDispute(paymentId, how);
  if (!opened.ok) throw new Error(opened.error);
  return { paymentId, id: opened.dispute.id };
}

it("a dispute is reported with its payment, amount and reason", async () => {
  const { id, paymentId } = await open({ amount: 1000, reason: "product_not_received" });
  const [event] = readAll(setup.payments, setup.receiver.received).filter(
    ({ providerType }) => providerType === "charge.dispute.created",
  );
  expect(event?.fact).toEqual({
    kind: "dispute",
    disputeId: id,
    paymentId,
    amountCents: 1000,
    currency: "BRL",
    status: "open",
    reason: "notReceived",
    createdAt: setup.now(),
    dueBy: new Date(setup.now().getTime() + 7 * 86_400_000),
  });
});

it.each([
  ["won", "released", ["funds_reinstated"]],
  ["prevented", "released", ["funds_reinstated"]],
  ["lost", "lost", []],
] as const)("a dispute is opened, under review, and then %s: %s", async (end, status, more) => {
  const { id } = await open();
  expect(announced()).toEqual([
    ["created", "open"],
    ["funds_withdrawn", "open"],
  ]);
  setup.receiver.received.length = 0;
  await setup.stripe.moveDispute(id, "under_review");
  expect(announced()).toEqual([["updated", "open"]]);
  setup.receiver.received.length = 0;
  await setup.stripe.moveDispute(id, end);
  expect(announced()).toEqual([["closed", status], ...more.map((type) => [type, status])]);
  expect(await setup.stripe.moveDispute(id, "under_review")).toEqual({ ok: false, error: "alreadyOver" });
});
