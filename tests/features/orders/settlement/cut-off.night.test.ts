/** The work ends before each of its statements, as when the process is killed there; then it is done again. */
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { refundSale, sendRefund } from "~/features/orders/purchases/refund-sale.server";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import type { Services } from "~/platform/services";
import { makeWebhook, readWebhook } from "../../../support/payment-events";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";

const world = await startTestWorld();
const { services, stripe } = world;
const deliver = createDelivery(world);
const creatorId = (await makeCreator(world)).userId;
const videoId = await makeVideo(world, { userId: creatorId });
const admin = await makeConsumer(world);

class CutOff extends Error {}

function ignoreCut(error: unknown): void {
  if (!(error instanceof CutOff)) throw error;
}

/** Services whose database is gone from the n-th statement on. `statements` counts those that were let through. */
function cutBefore(n: number): Services & { statements: () => number } {
  let asked = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked += 1;
      if (asked >= n) throw new CutOff();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...services, db: services.db.withPlugin(plugin), statements: () => asked };
}

/**
 * Interrupts a piece of work before its first statement, its second, and so on, until it completes. Returns the number
 * of its statements.
 */
async function cutEverywhere(
  work: (services: Services) => Promise<unknown>,
  after: () => Promise<void>,
): Promise<number> {
  for (let n = 1; n < 200; n += 1) {
    const cut = cutBefore(n);
    const ended = await work(cut).then(() => true, ignoreCut);
    expect(await readViolations(world)).toEqual([]);
    await after();
    if (ended && cut.statements() < n) return n - 1;
  }
  throw new Error("it never got through");
}

test("a settlement cut off after any statement is completed on the next attempt", async () => {
  const buyer = await makeConsumer(world);
  const checkoutId = await openCheckout(world, buyer, videoId);
  const { id } = await readRow(services.db, "sales", { provider_checkout_id: checkoutId }, "id");
  const event = readWebhook(world, makeWebhook(world, "completedPaid", { id, checkoutId }));
  const statements = await cutEverywhere(
    ({ db, clock }) => receiveEvent(db, event, clock()),
    async () => {
      const { status, accounts } = await readSale(world, id);
      expect([status, accounts.creator]).toEqual(
        status === "completed" ? ["completed", 4241] : ["pending", undefined],
      );
    },
  );
  expect(statements).toBeGreaterThan(8);
  expect(await readSale(world, id)).toMatchObject({
    status: "completed",
    accounts: { creator: 4241, platform: 749 },
  });
});

test("an interrupted refund returns the money once", async () => {
  const statements: number[] = [];
  for (let n = 1; n < 60; n += 1) {
    const sale = await pay(world, { videoId, creatorId });
    await deliver();
    const wish = refundWish(sale.saleId, actorOf(admin.userId));
    const cut = cutBefore(n);
    const ended = await refundSale(cut, wish).catch(ignoreCut);
    expect(await readViolations(world)).toEqual([]);
    // What a job, the webhook, or the administrator pressing again does.
    const written = await readRows(services.db, "refunds", { sale_id: sale.saleId }, "id");
    for (const { id } of written) await sendRefund(services, id);
    if (written.length === 0) await refundSale(services, wish);
    await deliver();
    const sent = stripe.refunds().filter(({ payment_intent }) => payment_intent === sale.paymentId);
    expect(sent.map(({ amount }) => amount)).toEqual([4990]);
    expect((await readSale(world, sale.saleId)).status).toBe("refunded");
    statements.push(cut.statements());
    if (ended && cut.statements() < n) break;
  }
  expect(statements.length).toBeGreaterThan(15);
  expect(await readViolations(world)).toEqual([]);
}, 120_000);

test("an interrupted reconciliation is resumed an hour later", async () => {
  const sale = await pay(world, { videoId, creatorId });
  for (const n of [1, 2, 3, 5, 8, 13, 21]) {
    await reconcile(cutBefore(n)).catch(ignoreCut);
    expect(await readViolations(world)).toEqual([]);
    world.advance(61 * 60_000);
  }
  expect(await reconcile(services)).toMatchObject({ ok: true });
  expect((await readSale(world, sale.saleId)).accounts).toMatchObject({ creator: 4241 });
});
