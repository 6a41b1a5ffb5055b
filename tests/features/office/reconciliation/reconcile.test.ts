/**
 * Lost webhooks repaired, also long afterwards, early events retried, payments that came twice sent back, and what stays
 * different shown.
 */
import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { findLastReconciliation } from "~/features/office/reconciliation/reconciliation.queries.server";
import { showReconciliation } from "~/features/office/reconciliation/show-reconciliation.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { expireUnopenedSales } from "~/features/orders/checkout/open-checkout.server";
import { returnFromCheckout } from "~/features/orders/checkout/start-checkout.server";
import { refundSale, sendRefund } from "~/features/orders/purchases/refund-sale.server";
import { eventTries } from "~/features/orders/settlement/event-errors";
import { listSaleEvents } from "~/features/orders/settlement/payment-events.queries.server";
import {
  receiveEvent,
  replayEvent,
  settleWaitingEvents,
} from "~/features/orders/settlement/receive-event.server";
import { lookUpPayment, NotBookedYet, settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { StoredEvent } from "~/integrations/payments/payments";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { asOwner, withOwner } from "../../../support/as-owner";
import { readWebhook, sign } from "../../../support/payment-events";
import { createDelivery, pay, payLater, readSale, readViolations } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, makeVideo, openCheckout } from "../../../support/people";
import { actorOf } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { refundWish } from "../../../support/transfers";
import { runReconciliation } from "./reconciliation-scene";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);

const differences = () => runReconciliation(services);
const differencesOf = async (saleId: string) =>
  (await differences()).list.filter(({ sale_id }) => sale_id === saleId);

describe("a reconciliation after losing every webhook", () => {
  test("settles payments, fees, refunds and disputes as the webhooks would have; a second run finds nothing to do", async () => {
    const [card, pix, refunded, disputed] = [
      await pay(world),
      await pay(world, { method: "pix" }),
      await pay(world),
      await pay(world),
    ];
    await stripe.openDispute(disputed.paymentId);
    const first = await differences();
    expect(first.repaired).toBeGreaterThanOrEqual(5);
    expect(first.list).toEqual([]);
    expect((await readSale(world, card.saleId)).accounts).toMatchObject({ creator: 4241, platform: 749 });
    expect(await readSale(world, pix.saleId)).toMatchObject({ status: "completed", method: "pix" });
    expect((await readSale(world, disputed.saleId)).status).toBe("disputed");
    const again = await differences();
    expect(again).toMatchObject({ repaired: 0, list: [] });
    const before = await readSale(world, refunded.saleId);
    await deliver();
    expect(await readSale(world, refunded.saleId)).toEqual(before);
    expect(await differences()).toMatchObject({ repaired: 0 });
  });

  test("reports an expired checkout", async () => {
    const sale = await pay(world);
    const other = await makeVideo(world, { userId: sale.creatorId });
    const checkoutId = await openCheckout(world, sale.buyer, other);
    world.advance(2 * 3_600_000);
    await stripe.expireDue();
    await differences();
    const row = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "status");
    expect(row.status).toBe("failed");
  });

  test.each(["pix", "boleto"] as const)(
    "fails a %s that ended unpaid, and the video can be bought again",
    async (method) => {
      const late = await payLater(world, deliver, method);
      expect((await readSale(world, late.saleId)).status).toBe("processing");
      expect(await buyVideo(services, late.buyer, late.videoId, "pt")).toMatchObject({
        error: "paymentProcessing",
      });
      world.advance(5 * 86_400_000);
      await stripe.settle(late.checkoutId, "failed");
      expect(await differences()).toMatchObject({ list: [] });
      expect((await readSale(world, late.saleId)).status).toBe("failed");
      expect(await buyVideo(services, late.buyer, late.videoId, "pt")).toMatchObject({ ok: true });
      await deliver();
      expect((await readSale(world, late.saleId)).status).toBe("failed");
    },
  );

  test("shows the returning buyer that the boleto failed", async () => {
    const late = await payLater(world, deliver, "boleto");
    await stripe.settle(late.checkoutId, "failed");
    await returnFromCheckout(services, { consumerId: late.buyer.userId, checkoutId: late.checkoutId });
    expect((await readSale(world, late.saleId)).status).toBe("failed");
  });
});

test("a sale whose checkout never opened fails once its time is over", async () => {
  const videoId = await makeVideo(world, await makeCreator(world));
  const buyer = await makeConsumer(world);
  const open = await payLater(world, deliver, "pix");
  stripe.setApiFault("rateLimited");
  await expect(buyVideo(services, buyer, videoId, "pt")).rejects.toThrow(PaymentsUnavailable);
  stripe.setApiFault(undefined);
  const status = async () => (await readRow(db, "sales", { video_id: videoId }, "status")).status;
  world.advance(119 * 60_000);
  await expireUnopenedSales(services);
  expect(await status()).toBe("pending");
  world.advance(2 * 60_000);
  await expireUnopenedSales(services);
  expect(await status()).toBe("failed");
  expect((await readSale(world, open.saleId)).status).toBe("processing");
  await stripe.settle(open.checkoutId, "failed");
});

describe("a remaining difference is listed with its amount", () => {
  test("for a sale paid here and unknown to the provider", async () => {
    const sale = await pay(world);
    await deliver();
    world.advance(2 * 3_600_000);
    const nameCheckout = (provider_checkout_id: string) =>
      withOwner(db, (owner) => setRows(owner, "sales", { id: sale.saleId }, { provider_checkout_id }));
    await nameCheckout("cs_test_nowhere");
    await setRows(db, "sales", { id: sale.saleId }, { reconciled_at: null });
    expect(await differencesOf(sale.saleId)).toContainEqual(
      expect.objectContaining({ what: "missingAtProvider", amount_cents: 4990 }),
    );
    await nameCheckout(sale.checkoutId);
    expect(await differencesOf(sale.saleId)).toEqual([]);
  });

  test("for a sale paid here whose checkout ended unpaid at the provider", async () => {
    const videoId = await makeVideo(world, await makeCreator(world));
    const checkoutId = await openCheckout(world, await makeConsumer(world), videoId);
    const { id } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
    const paid = { checkoutId, saleId: id, paymentId: "pi_of_nobody", amountCents: 4990, currency: "BRL" };
    await db
      .transaction()
      .execute((trx) => settleSale(trx, { ...paid, kind: "checkoutPaid", paid: true }, services.clock()));
    world.advance(3 * 3_600_000);
    await stripe.expireDue();
    for (const _ of ["at first", "and again"])
      expect((await differences()).list).toMatchObject([
        { what: "providerSale", sale_id: id, amount_cents: -4990 },
        { what: "missingAtProvider", sale_id: id, amount_cents: 4990 },
      ]);
    // Taken out of the span that is looked at, for the tests that follow.
    await asOwner(
      db,
      `SET session_replication_role = replica; UPDATE sales SET paid_at = 'epoch' WHERE id = '${id}'`,
    );
  });

  test("for an open purchase whose checkout the provider does not know, until it is decided", async () => {
    const sale = await payLater(world, deliver, "boleto");
    const nameCheckout = (checkoutId: string) =>
      setRows(db, "sales", { id: sale.saleId }, { provider_checkout_id: checkoutId });
    const own = () => differencesOf(sale.saleId);
    expect(await own()).toEqual([]);
    world.advance(5 * 86_400_000);
    expect(await own()).toEqual([]);
    await nameCheckout("cs_test_of_another_account");
    const unknown = [{ what: "unknownCheckout", subject: sale.saleId, amount_cents: 4990, currency: "BRL" }];
    expect(await own()).toMatchObject(unknown);
    expect(await own()).toMatchObject(unknown);
    await nameCheckout(sale.checkoutId);
    await stripe.settle(sale.checkoutId, "failed");
    expect(await own()).toEqual([]);
    expect((await readSale(world, sale.saleId)).status).toBe("failed");
  });

  test("for an amount that differs from the agreed one", async () => {
    const sale = await pay(world);
    const setAmount = (amount: number, fee: number) =>
      asOwner(
        db,
        `UPDATE sales SET amount_cents = ${amount}, platform_fee_cents = ${fee} WHERE id = '${sale.saleId}'`,
      );
    await setAmount(4989, 748);
    expect(await differencesOf(sale.saleId)).toContainEqual(
      expect.objectContaining({ what: "otherAmount", subject: sale.checkoutId, amount_cents: 4990 }),
    );
    await setAmount(4990, 749);
    expect(await differencesOf(sale.saleId)).toEqual([]);
  });
});

test("the second of two concurrent reconciliations is refused as busy", async () => {
  const outcomes = await Promise.all([reconcile(services), reconcile(services), reconcile(services)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a reconciliation that takes longer than an hour still excludes another one", async () => {
  const run = new EventEmitter();
  const [isFree, hasBegun] = [once(run, "free"), once(run, "begun")];
  const slow: typeof services = {
    ...services,
    payments: {
      ...services.payments,
      async *listCheckouts(since) {
        run.emit("begun");
        await isFree;
        yield* services.payments.listCheckouts(since);
      },
    },
  };
  const first = reconcile(slow);
  await hasBegun;
  world.advance(2 * 3_600_000);
  expect(await reconcile(services)).toEqual({ ok: false, error: "running" });
  run.emit("free");
  expect(await first).toMatchObject({ ok: true });
  expect(await reconcile(services)).toMatchObject({ ok: true });
});

describe("a payment event", () => {
  test("of a refund that precedes its payment waits, and is settled once the payment is known", async () => {
    const sale = await pay(world);
    const data = await announceRefund(sale.paymentId);
    expect((await kept(data)).settled_at).toBeNull();
    world.advance(120_000);
    await settleWaitingEvents(services);
    expect((await kept(data)).error).toBe("unknownPayment");
    await deliver();
    await settleWaitingEvents(services);
    expect(await kept(data)).toMatchObject({ error: null });
    expect((await kept(data)).settled_at).not.toBeNull();
    expect((await readSale(world, sale.saleId)).status).toBe("refunded");
  });

  test("that stays unknown fails after a limit of attempts, and can be replayed manually", async () => {
    const data = await announceRefund("pi_nobody");
    world.advance(120_000);
    for (let time = 0; time < eventTries + 3; time += 1) await settleWaitingEvents(services);
    expect(await kept(data)).toMatchObject({ attempts: eventTries, error: "unknownPayment" });
    expect((await kept(data)).settled_at).not.toBeNull();
    const by = actorOf(crypto.randomUUID());
    expect(await replayEvent(services, data, by)).toEqual({ ok: false, error: "unknownPayment" });
    expect(await replayEvent(services, "evt_nowhere", by)).toBeUndefined();
  });

  test("of a charge of another shop with the sale id 1234 is accepted and blocks nothing", async () => {
    const data = await announceCharge("evt_other_shop", { sale_id: "1234" });
    expect(await kept(data)).toMatchObject({ attempts: 1, error: "unknownPayment" });
    expect(await differences()).toMatchObject({ ok: true });
  });

  test("that breaks off each time is given up after a limit of attempts, and delays no other", async () => {
    const data = await announceCharge("evt_broken", {});
    await setRows(db, "payment_events", { id: data }, { attempts: 0 });
    const after = await announceCharge("evt_after_broken", {});
    world.advance(120_000);
    const breaking = {
      ...services,
      payments: {
        ...services.payments,
        readStoredEvent: (message: StoredEvent) => {
          const event = services.payments.readStoredEvent(message);
          // What PostgreSQL will not take for an id.
          return event?.id === data && event.fact?.kind === "charge"
            ? { ...event, fact: { ...event.fact, saleId: "no id" } }
            : event;
        },
      },
    };
    await settleWaitingEvents(breaking);
    expect(await kept(data)).toMatchObject({ attempts: 1, settled_at: null });
    expect((await kept(after)).attempts).toBe(2);
    for (let time = 0; time < eventTries + 3; time += 1) await settleWaitingEvents(breaking);
    expect(await kept(data)).toMatchObject({
      attempts: eventTries,
      error: expect.stringContaining("no id"),
      settled_at: expect.any(Date),
    });
    await replayEvent(services, data, actorOf(crypto.randomUUID()));
    expect(await kept(data)).toMatchObject({ error: "unknownPayment" });
  });

  const kept = (id: string) => readRow(db, "payment_events", { id });

  /** Processes an event of Stripe's. Returns its id. */
  async function announce(id: string, type: string, object: Record<string, unknown>): Promise<string> {
    const created = Math.floor(services.clock().getTime() / 1000);
    const message = { id, object: "event", type, created, data: { object: { ...object, created } } };
    await receiveEvent(db, readWebhook(world, sign(world, message)), services.clock());
    return id;
  }

  const charge = { object: "charge", status: "succeeded", amount: 100, currency: "brl" };
  /** A charge of a payment that no sale has. */
  const announceCharge = (id: string, metadata: Record<string, string>) =>
    announce(id, "charge.succeeded", { ...charge, id: `ch_${id}`, payment_intent: `pi_${id}`, metadata });

  const refund = { object: "refund", amount: 4990, currency: "brl", status: "succeeded", metadata: {} };
  /** A refund made at Stripe, before any other event. */
  const announceRefund = (payment_intent: string) =>
    announce(`evt_early_${payment_intent}`, "refund.created", {
      ...refund,
      id: `re_early_${payment_intent}`,
      payment_intent,
    });
});

test("a duplicate payment is refunded through Stripe automatically, once, and the access stays", async () => {
  const before = await readViolations(world);
  const first = await pay(world);
  // Its webhook is late, so that the shop lets the buyer begin again.
  await setRows(db, "sales", { id: first.saleId }, { status: "failed" });
  const second = await pay(world, { buyer: first.buyer, videoId: first.videoId, creatorId: first.creatorId });
  await deliver();
  const [one, two] = [await readSale(world, first.saleId), await readSale(world, second.saleId)];
  expect([one.status, two.status].sort()).toEqual(["completed", "refunded"]);
  const duplicate = one.duplicate ? first : second;
  const { id } = await readRow(db, "refunds", { sale_id: duplicate.saleId }, "id");
  await Promise.all([sendRefund(services, id), sendRefund(services, id)]);
  await deliver();
  expect(
    stripe.refunds().filter(({ payment_intent }) => payment_intent === duplicate.paymentId),
  ).toHaveLength(1);
  expect((await readSale(world, duplicate.saleId)).accounts).not.toHaveProperty("buyer");
  expect(await readViolations(world)).toEqual(before);
});

test("an interrupted reconciliation is recorded and listed, does not count, and the next run need not wait for it", async () => {
  const before = await findLastReconciliation(db);
  stripe.setApiFault("serverError");
  await expect(reconcile(services)).rejects.toThrow(PaymentsUnavailable);
  stripe.setApiFault(undefined);
  expect(await findLastReconciliation(db)).toEqual(before);
  expect(await showReconciliation(services)).toMatchObject({
    failed: { failure: expect.stringContaining("cannot be used") },
  });
  expect(await reconcile(services)).toMatchObject({ ok: true });
  expect((await showReconciliation(services)).failed).toBeUndefined();
});

test("an event is assigned to its sale, if it names only the payment too", async () => {
  const sale = await pay(world);
  await stripe.openDispute(sale.paymentId);
  await deliver();
  const types = (await listSaleEvents(db, sale.saleId, 100)).map((event) => event.provider_type);
  expect(types).toEqual(
    expect.arrayContaining(["checkout.session.completed", "charge.updated", "charge.dispute.created"]),
  );
  expect(await listSaleEvents(db, crypto.randomUUID(), 100)).toEqual([]);
});

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
  expect(await differencesOf(late.saleId)).toEqual([]);
  const last = await findLastReconciliation(db);
  expect(services.clock().getTime() - (last?.since.getTime() ?? 0)).toBeLessThan(8 * 86_400_000);
  expect((await readSale(world, late.saleId)).status).toBe("completed");
});

test("an unbooked fee is requested by the existing job, and not by a new one each time", async () => {
  stripe.setBookingTime("later");
  const sale = await pay(world);
  await deliver();
  const queued = () =>
    sql<{ id: string; revision: number }>`
      SELECT id, revision FROM graphile_worker.jobs WHERE key = ${`pay:${sale.saleId}`}`.execute(db);
  const { rows: before } = await queued();
  expect(before).toHaveLength(1);
  await expect(lookUpPayment(services, sale.saleId)).rejects.toThrow(NotBookedYet);
  expect((await queued()).rows).toEqual(before);
  expect(await readSale(world, sale.saleId)).toMatchObject({ method: "card" });
  await stripe.book(sale.paymentId);
  await lookUpPayment(services, sale.saleId);
  expect((await readSale(world, sale.saleId)).accounts).toHaveProperty("provider_fees");
});
