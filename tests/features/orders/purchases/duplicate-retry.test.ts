/**
 * A second payment whose refund the card's bank refuses: sent once more, then by bank transfer, with mails to the
 * buyer.
 */
import { expect, test } from "vitest";
import { sendRefund } from "~/features/orders/purchases/refund-sale.server";
import { showPurchase } from "~/features/orders/purchases/show-purchases.server";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { makeConsumer, openCheckout } from "../../../support/people";
import { readInOrder, readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

test("a refused refund is sent again, and then waits for the buyer's Pix key", async () => {
  const beto = await makeConsumer(world);
  const first = await pay(world, { buyer: beto });
  // Given up here before it was reported, and paid all the same.
  await setRows(db, "sales", { id: first.saleId }, { status: "failed" });
  const checkoutId = await openCheckout(world, beto, first.videoId);
  await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
  await deliver();
  const { id: saleId } = await readRow(db, "sales", { consumer_id: beto.userId, duplicate: true }, "id");
  const refunds = () =>
    db
      .selectFrom("refunds")
      .select(["id", "status", "channel", "provider_refund_id"])
      .where("sale_id", "=", saleId)
      .orderBy("created_at")
      .execute();
  const kinds = async () =>
    (await readInOrder(db, "mails", { sale_id: saleId }, ["id"], "kind")).map(({ kind }) => kind);
  const failLast = async () => {
    const id = (await refunds()).at(-1)?.provider_refund_id ?? "";
    world.advance(1_000);
    await stripe.settleRefund(id, "failed");
    await deliver();
  };
  await sendRefund(services, (await refunds())[0]?.id ?? "");
  expect(await kinds()).toContain("refundDone");
  await failLast();
  expect(await refunds()).toMatchObject([
    { status: "failed", channel: "provider" },
    { status: "requested", channel: "provider" },
  ]);
  expect(await kinds()).toContain("refundFailed");
  const shown = () => showPurchase(services, { consumerId: beto.userId, saleId, locale: "pt" });
  expect(await shown()).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: undefined });

  await sendRefund(services, (await refunds())[1]?.id ?? "");
  expect(await shown()).toMatchObject({ state: { kind: "refunded" } });
  await failLast();
  expect(await refunds()).toMatchObject([
    { status: "failed" },
    { status: "failed" },
    { status: "requested", channel: "outside" },
  ]);
  expect(await shown()).toMatchObject({ state: { kind: "paidTwice" }, keyNeed: "waiting", keyCents: 4990 });
  expect(await kinds()).toContain("refundKey");
  expect((await readSale(world, saleId)).accounts).toMatchObject({ bank: 4990 });
  // Reported again, nothing more happens.
  await failLast().catch(() => {});
  expect(await refunds()).toHaveLength(3);
  expect(await readViolations(world)).toEqual([]);
});
