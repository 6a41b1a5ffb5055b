import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { payFor, readAll, type Setup, startSetup } from "./payments-setup";

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.close());
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

it("a prevented dispute is created and closed without moving money", async () => {
  await open({ status: "prevented" });
  expect(announced()).toEqual([
    ["closed", "released"],
    ["created", "released"],
  ]);
});

it("an inquiry takes no money, and may become a dispute", async () => {
  const { id } = await open({ status: "warning_needs_response" });
  expect(announced()).toEqual([["created", "inquiry"]]);
  setup.receiver.received.length = 0;
  await setup.stripe.moveDispute(id, "needs_response");
  expect(announced()).toEqual([
    ["funds_withdrawn", "open"],
    ["updated", "open"],
  ]);
});

it("an inquiry may end without a dispute", async () => {
  const { id } = await open({ status: "warning_needs_response" });
  setup.receiver.received.length = 0;
  await setup.stripe.moveDispute(id, "warning_closed");
  expect(announced()).toEqual([["closed", "inquiry"]]);
});

it("a lost dispute is open again after an appeal, and then won", async () => {
  const { id } = await open();
  await setup.stripe.moveDispute(id, "lost");
  setup.receiver.received.length = 0;
  await setup.stripe.moveDispute(id, "appeal_under_review");
  await setup.stripe.moveDispute(id, "won");
  expect(announced()).toEqual([
    ["closed", "released"],
    ["funds_reinstated", "released"],
    ["updated", "open"],
  ]);
});

it("a dispute is refused for a boleto, twice, above the payment, or of nothing", async () => {
  const boleto = await payFor(setup, { method: "boleto", outcome: "succeed" });
  expect(await setup.stripe.openDispute(boleto.paymentId)).toEqual({
    ok: false,
    error: "notDisputable",
  });
  const { paymentId } = await open();
  expect(await setup.stripe.openDispute(paymentId)).toEqual({ ok: false, error: "alreadyDisputed" });
  const other = await payFor(setup);
  expect(await setup.stripe.openDispute(other.paymentId, { amount: 4991 })).toMatchObject({
    ok: false,
  });
  expect(await setup.stripe.openDispute("pi_unknown")).toEqual({ ok: false, error: "unknownPayment" });
  expect(await setup.stripe.moveDispute("du_unknown", "won")).toEqual({ ok: false, error: "unknownDispute" });
});
