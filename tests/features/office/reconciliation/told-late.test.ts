/** What changed long after it was made, its webhook lost: reconciliation looks back far enough, and no further. */
import { expect, test } from "vitest";
import { findLastReconciliation } from "~/features/office/reconciliation/reconciliation.queries.server";
import { refundSale } from "~/features/orders/purchases/refund-sale.server";
import { createDelivery, pay, payLater, readSale } from "../../../support/payment-scene";
import { actorOf } from "../../../support/rows";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";
import { runReconciliation } from "./reconciliation-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

const differences = () => runReconciliation(services);

test("reconciliation learns of an inquiry that became a dispute, and of a refund that failed after it succeeded", async () => {
  const [asked, back] = [await pay(world), await pay(world)];
  await stripe.openDispute(asked.paymentId, { status: "warning_needs_response" });
  await deliver();
  await refundSale(services, refundWish(back.saleId, actorOf(back.creatorId)));
  await deliver();
  for (let day = 0; day < 10; day += 1) {
    world.advance(86_400_000);
    await differences();
  }
  const dispute = stripe.disputes().find((one) => one.payment_intent === asked.paymentId);
  const refund = stripe.refunds().find((one) => one.payment_intent === back.paymentId);
  await stripe.moveDispute(dispute?.id ?? "", "needs_response");
  await stripe.settleRefund(refund?.id ?? "", "failed");
  await differences();
  expect((await readSale(world, asked.saleId)).status).toBe("disputed");
  expect((await readSale(world, back.saleId)).status).toBe("completed");
  const settled = [await readSale(world, asked.saleId), await readSale(world, back.saleId)];
  await deliver();
  expect([await readSale(world, asked.saleId), await readSale(world, back.saleId)]).toEqual(settled);
});

test("a boleto older than the list of checkouts is requested by its id, and extends no list", async () => {
  const late = await payLater(world, deliver, "boleto");
  for (let day = 0; day < 9; day += 4) {
    world.advance(4 * 86_400_000);
    await differences();
  }
  await stripe.settle(late.checkoutId, "succeeded");
  world.advance(3_600_000);
  expect(await differences()).toMatchObject({ list: [] });
  const last = await findLastReconciliation(db);
  expect(services.clock().getTime() - (last?.since.getTime() ?? 0)).toBeLessThan(8 * 86_400_000);
  expect((await readSale(world, late.saleId)).status).toBe("completed");
});
