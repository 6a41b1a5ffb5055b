/** What the platform is left with of each sale and payment method, after Stripe's fees. */
import { expect, test } from "vitest";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { listMarginsByMethod } from "~/features/office/sales/margins.queries.server";
import { showSale } from "~/features/office/sales/show-sale.server";
import { createDelivery, pay } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../../../support/people";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const deliver = createDelivery(world);
const since = new Date(services.clock().getTime() - 86_400_000);

/** Returns the margin of each sale as the administrators' list has it. */
const listMargins = async () =>
  new Map((await listSales(db, {})).rows.map(({ id, margin_cents }) => [id, margin_cents]));

test("the margin of a sale is the platform's share less the provider's fee, also below zero, and refunded parts do not count", async () => {
  const [card, pix, boleto, refunded] = [
    await pay(world),
    await pay(world, { method: "pix" }),
    await pay(world, { method: "boleto" }),
    await pay(world),
  ];
  await deliver();
  const { paymentId } = refunded;
  await services.payments.refund({ ownId: crypto.randomUUID(), paymentId, amountCents: 4990 });
  await deliver();
  await reconcile(services);
  const margins = await listMargins();
  expect([card, pix, boleto, refunded].map(({ saleId }) => margins.get(saleId))).toEqual([
    749 - 238,
    749 - 59,
    749 - 345,
    -238,
  ]);
  expect(await showSale(services, refunded.saleId)).toMatchObject({ marginCents: -238 });
  const byMethod = await listMarginsByMethod(db, since);
  const two = { sales: 2, amountCents: 9980, platformCents: 749 };
  expect(byMethod[0]).toEqual({ method: "card", ...two, providerCents: 476 });
  const one = { sales: 1, amountCents: 4990, platformCents: 749 };
  expect(byMethod).toContainEqual({ method: "pix", ...one, providerCents: 59 });
  expect(byMethod).toContainEqual({ method: "boleto", ...one, providerCents: 345 });
  expect(await listMarginsByMethod(db, new Date(services.clock().getTime() + 1))).toEqual([]);
});

test("an unpaid sale has no margin", async () => {
  const videoId = await makeVideo(world, await makeCreator(world));
  const checkoutId = await openCheckout(world, await makeConsumer(world), videoId);
  const { id } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
  expect((await listMargins()).get(id)).toBeNull();
  expect((await showSale(services, id))?.marginCents).toBeUndefined();
});
