/**
 * A bank may ask for another amount than it inquired about: the newest amount counts, in whatever order events arrive.
 */
import { expect, test } from "vitest";
import { showSale } from "~/features/office/sales/show-sale.server";
import { refundSale, withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { showPurchase } from "~/features/orders/purchases/show-purchases.server";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import { lookUpDispute } from "~/features/orders/settlement/settle-sale.server";
import { listJobs } from "../../../support/jobs";
import { readWebhook, sign } from "../../../support/payment-events";
import { createDelivery, pay, readSale, readViolations, watchEvents } from "../../../support/payment-scene";
import { actorOf } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

/** An inquiry about all, a dispute about R$ 20,00, lost; a minute between each, and nothing of it heard. */
async function disputed() {
  const sale = await pay(world);
  await deliver();
  const opened = await stripe.openDispute(sale.paymentId, { status: "warning_needs_response" });
  if (!opened.ok) throw new Error(opened.error);
  const { id } = opened.dispute;
  world.advance(60_000);
  expect(await stripe.moveDispute(id, "needs_response", 2000)).toMatchObject({ ok: true });
  world.advance(60_000);
  await stripe.moveDispute(id, "lost");
  return { ...sale, disputeId: id };
}

/** R$ 20,00 of R$ 49,90 are gone: the creator loses 85 % of them. */
const lost = {
  status: "completed",
  accounts: expect.objectContaining({ creator: 2541, platform: 449 }),
};

/** Hands the product what the local Stripe announced, in any order. */
async function receive(events: ReturnType<ReturnType<typeof watchEvents>>): Promise<void> {
  for (const { body } of events)
    await receiveEvent(db, readWebhook(world, sign(world, JSON.parse(body))), services.clock());
}

test("an inquiry of 49,90 that becomes a dispute of 20,00 and is lost takes 20,00", async () => {
  const { saleId } = await disputed();
  await deliver();
  expect(await readSale(world, saleId)).toMatchObject(lost);
  expect(await readViolations(world)).toEqual([]);
});

test("a dispute's amounts are the same for every order of its events", async () => {
  for (let rotation = 0; rotation < 4; rotation += 1) {
    const announced = watchEvents(world);
    const { saleId } = await disputed();
    const events = announced().filter(({ type }) => type.startsWith("charge.dispute."));
    const order =
      rotation === 3 ? events.toReversed() : [...events.slice(rotation), ...events.slice(0, rotation)];
    await receive(order);
    expect(await readSale(world, saleId)).toMatchObject(lost);
  }
});

test("two amounts within one second: Stripe is asked which one holds", async () => {
  const sale = await pay(world);
  await deliver();
  const announced = watchEvents(world);
  const opened = await stripe.openDispute(sale.paymentId, { status: "warning_needs_response" });
  const id = opened.ok ? opened.dispute.id : "";
  await stripe.moveDispute(id, "needs_response", 2000);
  await receive(announced().toReversed());
  expect(await listJobs(db, { about: `dp:${id}` })).toHaveLength(1);
  await lookUpDispute(services, id);
  expect((await readSale(world, sale.saleId)).accounts).toMatchObject({ disputed: -2000 });
});

test("the rest of a sale after a lost dispute is refunded by bank transfer, because Stripe refuses it", async () => {
  const { saleId, buyer } = await disputed();
  await deliver();
  const left = { saleId, amountCents: 2990, note: "Pedido da aluna", seenBackCents: 2000 };
  const refund = (channel: "provider" | "outside") =>
    refundSale(services, { ...left, channel, by: actorOf(buyer.userId) });
  expect(await refund("provider")).toEqual({ ok: false, error: "disputeOutside" });
  expect((await showSale(services, saleId))?.refundChannels).toEqual(["outside"]);
  const own = { consumerId: buyer.userId, saleId, locale: "pt" } as const;
  expect((await showPurchase(services, own))?.withdrawByHand).toBe(true);
  expect(await withdrawFromSale(services, own)).toEqual({ ok: false, error: "noPixKey" });
  expect(await withdrawFromSale(services, { ...own, pixKey: "beto@example.com" })).toMatchObject({
    ok: true,
    progress: "byHand",
  });
  expect(await readViolations(world)).toEqual([]);
});
