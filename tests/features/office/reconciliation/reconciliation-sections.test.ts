/**
 * The account at Stripe: its balance transactions are the truth for fees, and its balance is compared with them daily.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { compareAccount, makeAttempts } from "~/features/office/reconciliation/compare-account.server";
import { findLastReconciliation } from "~/features/office/reconciliation/reconciliation.queries.server";
import { sumAccount } from "~/features/orders/settlement/provider-movements.queries.server";
import { openAsOwner } from "../../../support/as-owner";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { findRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { runReconciliation } from "./reconciliation-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const owner = await openAsOwner(db);
const deliver = createDelivery(world);
const hour = 3_600_000;
const noAttempts = makeAttempts(async (difference) => {
  throw new Error(difference.reason);
});

async function run() {
  const { list } = await runReconciliation(services);
  const last = await findLastReconciliation(db);
  return { provider: last?.provider_cents, expected: last?.expected_cents, list };
}

const refund = (paymentId: string, amountCents: number) =>
  services.payments.refund({ ownId: crypto.randomUUID(), paymentId, amountCents });

/** What the ledger has with Stripe is what Stripe has. */
async function expectEqual(): Promise<void> {
  const { list, provider, expected } = await run();
  expect(list).toEqual([]);
  expect(provider).toBe(stripe.balance());
  expect(expected).toBe(stripe.balance());
  const inReais = (await sumAccount(db)).find(({ currency }) => currency === "BRL");
  expect(inReais?.ledgerCents).toBe(stripe.balance());
  expect(await readViolations(world)).toEqual([]);
}

test("the provider's account equals Stripe's balance after sales, refunds, disputes with a fee and a payout to the bank", async () => {
  stripe.setDisputeFee(5500);
  const [sold, refunded, lost, won] = [
    await pay(world),
    await pay(world, { method: "pix" }),
    await pay(world),
    await pay(world),
  ];
  await pay(world, { method: "boleto" });
  await deliver();
  await refund(refunded.paymentId, 2000);
  for (const [sale, status] of [
    [lost, "lost"],
    [won, "won"],
  ] as const) {
    const opened = await stripe.openDispute(sale.paymentId);
    if (!opened.ok) throw new Error(opened.error);
    await stripe.moveDispute(opened.dispute.id, status);
  }
  await deliver();
  world.advance(2 * hour);
  await expectEqual();
  expect((await readSale(world, sold.saleId)).accounts).toMatchObject({ provider_fees: -238 });
  const fees = { provider_fees: -238, dispute_fees: -5500 };
  expect((await readSale(world, lost.saleId)).accounts).toMatchObject(fees);
  expect((await readSale(world, won.saleId)).accounts).toMatchObject({ ...fees, creator: 4241 });
  expect(stripe.payOut()?.amount).toBeLessThan(0);
  stripe.addMovement({ type: "stripe_fee", category: "fee", amount: -290 });
  world.advance(24 * hour);
  await expectEqual();
  expect(stripe.balance()).toBe(-290);
});

test("the provider's account is the same after a repeated run and after losing every webhook", async () => {
  const sale = await pay(world);
  world.advance(2 * hour);
  await expectEqual();
  await expectEqual();
  const booked = { provider_fees: -238, provider: -4752 };
  expect((await readSale(world, sale.saleId)).accounts).toMatchObject(booked);
});

test("a refund that failed after it succeeded is credited at Stripe too", async () => {
  const sale = await pay(world);
  await deliver();
  const { refundId } = await refund(sale.paymentId, 4990);
  await deliver();
  await stripe.settleRefund(refundId, "failed");
  await deliver();
  world.advance(2 * hour);
  await expectEqual();
});

test("a fee that Stripe booked differently from the charge counts as booked", async () => {
  const sale = await pay(world);
  await deliver();
  await setRows(db, "sales", { id: sale.saleId }, { provider_fee_cents: 100 });
  world.advance(2 * hour);
  await expectEqual();
  expect((await readSale(world, sale.saleId)).accounts).toMatchObject({ provider_fees: -238 });
});

test("a movement of an unknown type is stored and listed once, and does not disturb the balance", async () => {
  const { id } = stripe.addMovement({ type: "pix_bonus", category: "pix_bonus_program", amount: 777 });
  world.advance(2 * hour);
  const first = await run();
  expect(first.list).toMatchObject([
    { what: "unknownMovement", subject: `${id} pix_bonus pix_bonus_program`, amount_cents: 777 },
  ]);
  expect(first.provider).toBe(first.expected);
  await expectEqual();
  const kept = { provider_type: "pix_bonus pix_bonus_program", category: "other", net_cents: 777 };
  expect(await findRow(db, "provider_movements", { id })).toMatchObject(kept);
});

test("an unexplained balance is listed with its amount", async () => {
  const lying = { ...services.payments, findBalance: async () => stripe.balance() + 1234 };
  const { differences } = await compareAccount({ ...services, payments: lying }, noAttempts);
  expect(differences).toMatchObject([{ what: "providerBalance", amountCents: 1234, currency: "BRL" }]);
});

test("an unread movement is revealed by the balance", async () => {
  const { id } = stripe.addMovement({ type: "adjustment", category: "other_adjustment", amount: -50 });
  const hiding = {
    ...services.payments,
    async *listMovements(since: Date) {
      for await (const movement of services.payments.listMovements(since))
        if (movement.movementId !== id) yield movement;
    },
  };
  const { differences } = await compareAccount({ ...services, payments: hiding }, noAttempts);
  expect(differences).toMatchObject([{ what: "providerBalance", amountCents: -50 }]);
  await run();
});

test("a sale whose ledger differs from Stripe's booking is named", async () => {
  const sale = await pay(world);
  await deliver();
  world.advance(2 * hour);
  await expectEqual();
  const change = (cents: number) =>
    owner.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql`UPDATE provider_movements SET amount_cents = amount_cents + ${cents}, net_cents = net_cents + ${cents}
        WHERE sale_id = ${sale.saleId} AND category = 'charge'`.execute(trx);
    });
  await change(-40);
  // What was posted within the last hour is left out, and the fee just was.
  world.advance(2 * hour);
  const { differences } = await compareAccount(services, noAttempts);
  expect(differences).toContainEqual({
    what: "providerSale",
    subject: sale.saleId,
    saleId: sale.saleId,
    amountCents: -40,
    currency: "BRL",
  });
  await change(40);
  await expectEqual();
});
