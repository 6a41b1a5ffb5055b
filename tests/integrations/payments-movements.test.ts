import { afterAll, expect, it } from "vitest";
import { payFor, startSetup } from "./payments-setup";

const setup = await startSetup({ webhookUrl: undefined });
afterAll(setup.close);

async function read(since: Date) {
  const list = [];
  for await (const movement of setup.payments.listMovements(since)) list.push(movement);
  return list;
}

it("the movements of the balance are listed by type and category, and the balance is their sum", async () => {
  const since = setup.now();
  setup.stripe.setDisputeFee(5500);
  const { paymentId } = await payFor(setup);
  await setup.payments.refund({ ownId: "moved", paymentId, amountCents: 1000 });
  const opened = await setup.stripe.openDispute(paymentId, { amount: 500 });
  if (!opened.ok) throw new Error(opened.error);
  await setup.stripe.moveDispute(opened.dispute.id, "won");
  setup.stripe.addMovement({ type: "stripe_fee", category: "fee", amount: -90 });
  const movements = await read(since);
  const shown = movements.map(({ providerType, category, amountCents, feeCents }) => [
    providerType,
    category,
    amountCents,
    feeCents,
  ]);
  expect(shown).toHaveLength(5);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["charge", "charge", 4990, 238],
      ["refund", "refund", -1000, 0],
      ["adjustment", "dispute", -500, 5500],
      ["adjustment", "dispute_reversal", 500, 0],
      ["stripe_fee", "fee", -90, 0],
    ]),
  );
  for (const { amountCents, feeCents, netCents, currency } of movements)
    expect([netCents, currency]).toEqual([amountCents - feeCents, "BRL"]);
  const sum = movements.reduce((total, { netCents }) => total + netCents, 0);
  expect(await setup.payments.findBalance("BRL")).toBe(sum);
  expect(await setup.payments.findBalance("USD")).toBe(0);
});

it("the movements since a moment are listed once each", async () => {
  setup.advance(60_000);
  const since = setup.now();
  const added = Array.from({ length: 130 }, () =>
    setup.stripe.addMovement({ type: "adjustment", category: "other_adjustment", amount: 1 }),
  );
  const ids = (await read(since)).map(({ movementId }) => movementId);
  expect(ids).toHaveLength(130);
  expect(new Set(ids)).toEqual(new Set(added.map(({ id }) => id)));
});

it("an unavailable account throws PaymentsUnavailable", async () => {
  setup.stripe.setApiFault("serverError");
  await expect(setup.payments.findBalance("BRL")).rejects.toMatchObject({ name: "PaymentsUnavailable" });
  await expect(read(new Date(0))).rejects.toMatchObject({ name: "PaymentsUnavailable" });
  setup.stripe.setApiFault(undefined);
});
