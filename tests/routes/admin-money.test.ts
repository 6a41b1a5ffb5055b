/** The administrators' screens over the money: sales, refunds, and what is compared with Stripe. */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import type { ReconciliationView } from "~/features/office/reconciliation/show-reconciliation.server";
import type { SaleView } from "~/features/office/sales/show-sale.server";
import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import * as reconciliation from "~/routes/admin/reconciliation";
import * as sale from "~/routes/admin/sale";
import * as sales from "~/routes/admin/sales";
import { withOwner } from "../support/as-owner";
import { ask } from "../support/ask";
import { readWebhook, sign } from "../support/payment-events";
import { createDelivery, type Method, pay, readSale, readViolations } from "../support/payment-scene";
import { makeAdmin, makeCreator, makeVideo, signIn } from "../support/people";
import { setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const admin = await makeAdmin(world);

beforeEach(() => stripe.setApiFault(undefined));

async function bought(method: Method = "card") {
  const made = await pay(world, { method });
  await deliver();
  await lookUpPayment(services, made.saleId);
  return made;
}

const at = (saleId: string) => ({ path: `/admin/sales/${saleId}`, cookie: admin.cookie });
const show = async (saleId: string) =>
  ((await ask(world, sale.loader, at(saleId))).data as { sale: SaleView }).sale;
const send = (saleId: string, form: Record<string, string>) =>
  ask(world, sale.action, { ...at(saleId), form });
const refund = { intent: "refund", amount: "49,90", channel: "provider", note: "Pedido", seenBackCents: "0" };

describe("/admin/sales", () => {
  const list = async (query = "") => {
    const { data } = await ask(world, sales.loader, { path: `/admin/sales${query}`, cookie: admin.cookie });
    return data as { sales: { id: string; title: string }[]; next?: string };
  };
  const ids = async (query: string) => (await list(query)).sales.map(({ id }) => id);

  test("finds a sale by its code, Stripe's id, either e-mail and the title, of a deleted video too", async () => {
    const creator = await makeCreator(world);
    const videoId = await makeVideo(world, creator, { title: "Kalimba do zero" });
    const made = await pay(world, { videoId, creatorId: creator.userId });
    await bought();
    await deliver();
    const found = [
      made.saleId,
      made.checkoutId,
      made.paymentId,
      made.buyer.email.toUpperCase(),
      creator.email,
      "KALIMBA",
      "kalimba do",
    ];
    for (const q of found) expect({ q, ids: await ids(`?q=${q}`) }).toEqual({ q, ids: [made.saleId] });
    await setRows(db, "videos", { id: videoId }, { deleted_at: new Date() });
    expect(await ids("?q=kalimba")).toEqual([made.saleId]);
    for (const q of [crypto.randomUUID(), "cs_nowhere", "nobody@example.com", "xyzzy", "%25"])
      expect({ q, ids: await ids(`?q=${q}`) }).toEqual({ q, ids: [] });
    expect(await ids("?q=kalimba&status=completed")).toEqual([made.saleId]);
    expect(await ids("?q=kalimba&status=failed")).toEqual([]);
    expect((await ids("?status=nonsense")).length).toBeGreaterThan(1);
  });

  test("lists the sales that wait for an administrator together", async () => {
    const { saleId } = await bought("boleto");
    expect(await ids("?status=byHand")).not.toContain(saleId);
    await send(saleId, { ...refund, channel: "outside" });
    expect(await ids("?status=byHand")).toContain(saleId);
  });
});

describe("/admin/sales/:saleId", () => {
  test("shows a sale's people, split, Stripe ids, entries that sum to zero, and events", async () => {
    const made = await bought();
    const shown = await show(made.saleId);
    expect(shown).toMatchObject({
      amount_cents: 4990,
      platform_fee_cents: 749,
      creator_earnings_cents: 4241,
      payment_method: "card",
      buyer_email: made.buyer.email,
      buyer_name: "Beto Aluno",
      creator_name: "Ana Criadora",
      provider_checkout_id: made.checkoutId,
      provider_payment_id: made.paymentId,
      leftCents: 4990,
      backCents: 0,
    });
    expect(shown.provider_fee_cents).toBeGreaterThan(0);
    expect(shown.entries[0]?.reason).toBe("sale");
    for (const { lines } of shown.entries)
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    expect(shown.events.map(({ providerType }) => providerType)).toContain("checkout.session.completed");
    for (const saleId of [crypto.randomUUID(), "1"])
      expect(await ask(world, sale.loader, at(saleId))).toMatchObject({ status: 404 });
  });

  test("asks for confirmation of a refund, which changes nothing", async () => {
    const { saleId } = await bought();
    const answer = await send(saleId, { ...refund, intent: "review", amount: "10,5" });
    expect(answer).toMatchObject({
      status: 200,
      data: { review: { amount: 1050, channel: "provider", note: "Pedido", seenBackCents: 0 } },
    });
    expect((await show(saleId)).refunds).toEqual([]);
  });

  test("refuses an invalid refund beside its field at both steps, and keeps the input", async () => {
    const { saleId } = await bought();
    for (const [changes, errors] of [
      [{ amount: "dez" }, { amount: "office.amountInvalid" }],
      [{ amount: "49,91" }, { amount: "office.tooMuch" }],
      [{ note: "" }, { note: "common.required" }],
      [{ note: "x".repeat(201) }, { note: "accounts.tooLong" }],
      [{ channel: "pigeon" }, { channel: "common.required" }],
      [{ seenBackCents: "5" }, { form: "office.changedMeanwhile" }],
    ])
      for (const intent of ["review", "refund"]) {
        const form = { ...refund, ...changes, intent };
        const answer = await send(saleId, form);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.data).toEqual({ done: false, problem: { errors, values: form } });
      }
    expect((await show(saleId)).refunds).toEqual([]);
  });

  test("lets a refund wait while Stripe is unavailable, and shows the reason if Stripe refuses it", async () => {
    const away = await bought();
    stripe.setApiFault("serverError");
    expect(await send(away.saleId, refund)).toMatchObject({
      flash: { tone: "info", title: "office.refundWaiting", description: "office.refundWaitingText" },
    });
    stripe.setApiFault(undefined);
    const refused = await bought();
    // Refunded in Stripe's dashboard, and the webhook was lost.
    await withOwner(db, (owner) =>
      setRows(owner, "sales", { id: refused.saleId }, { provider_payment_id: "pi_nowhere" }),
    );
    const answer = await send(refused.saleId, refund);
    expect(answer.flash).toMatchObject({ tone: "error", title: "office.refundRefused" });
    expect(answer.flash?.values?.reason).toContain("pi_nowhere");
    expect(await show(refused.saleId)).toMatchObject({
      status: "completed",
      leftCents: 4990,
      refunds: [{ status: "failed" }],
    });
  });

  test("records a refund by bank transfer once, with a note and, without a Pix key, a reason", async () => {
    const { saleId } = await bought("boleto");
    expect(await send(saleId, { ...refund, channel: "outside" })).toMatchObject({
      flash: { title: "office.refundWaiting", description: "office.refundByHandText" },
    });
    const refundId = (await show(saleId)).refunds[0]?.id ?? "";
    const wanted = { intent: "byHand", refundId, outcome: "succeeded", note: "TED 123" };
    expect((await send(saleId, wanted)).data).toMatchObject({
      problem: { errors: { noKeyReason: "office.noKeyReasonNeeded" } },
    });
    const form = { ...wanted, noKeyReason: "Combinado por telefone" };
    expect((await send(saleId, { ...form, note: "" })).data).toMatchObject({
      problem: { errors: { note: "common.required" }, values: { refundId } },
    });
    const other = await bought();
    expect(await send(other.saleId, form)).toMatchObject({ flash: { title: "office.byHandGone" } });
    expect(await send(saleId, form)).toMatchObject({
      flash: { tone: "success", title: "office.byHandSaved" },
    });
    expect(await send(saleId, form)).toMatchObject({ flash: { tone: "error", title: "office.byHandGone" } });
    expect(await show(saleId)).toMatchObject({
      status: "refunded",
      leftCents: 0,
      refunds: [{ status: "succeeded", note: "Pedido · TED 123" }],
    });
  });

  test("answers an unknown form with 400 or 404", async () => {
    const { saleId } = await bought();
    expect(await send(saleId, {})).toMatchObject({ status: 400, thrown: true });
    expect(await send("1", refund)).toMatchObject({ status: 404 });
    expect(await send(crypto.randomUUID(), refund)).toMatchObject({ status: 404 });
  });
});

describe("/admin/reconciliation", () => {
  const path = "/admin/reconciliation";
  const look = async () =>
    (await ask(world, reconciliation.loader, { path, cookie: admin.cookie })).data as ReconciliationView;
  const press = (form: Record<string, string>) =>
    ask(world, reconciliation.action, { path, form, cookie: admin.cookie });

  /** Presses the button and runs the jobs that it queued. */
  const run = async () => {
    expect(await press({ intent: "run" })).toMatchObject({
      status: 303,
      flash: { tone: "success", title: "office.runQueued" },
    });
    const { rows } = await sql`
      DELETE FROM graphile_worker._private_jobs WHERE key = 'reconcile' RETURNING id`.execute(db);
    expect(rows).toHaveLength(1);
    return reconcile(services);
  };

  test("repairs a lost webhook by the button, and shows the number of repairs", async () => {
    const made = await pay(world);
    await run();
    expect((await readSale(world, made.saleId)).status).toBe("completed");
    expect((await look()).last?.repaired).toBeGreaterThan(0);
    await deliver();
  });

  test("names the failure of a run without Stripe", async () => {
    stripe.setApiFault("serverError");
    await expect(run()).rejects.toThrow(PaymentsUnavailable);
    expect(await look()).toMatchObject({ failed: { failure: expect.any(String) } });
  });

  test("lists an event whose sale is unknown, and settles it by the button once the sale is known", async () => {
    const made = await pay(world);
    const created = Math.floor(services.clock().getTime() / 1000);
    const early = {
      id: "re_early",
      object: "refund",
      amount: 4990,
      currency: "brl",
      status: "succeeded",
      payment_intent: made.paymentId,
      metadata: {},
      created,
    };
    const body = {
      id: "evt_early",
      object: "event",
      type: "refund.created",
      created,
      data: { object: early },
    };
    await receiveEvent(db, readWebhook(world, sign(world, body)), services.clock());
    const replay = { intent: "replay", eventId: "evt_early" };
    expect(await press(replay)).toMatchObject({
      flash: { tone: "error", title: "office.replayFailed", description: "office.kind_unknownPayment" },
    });
    expect((await look()).events).toContainEqual(
      expect.objectContaining({ id: "evt_early", providerType: "refund.created", error: "unknownPayment" }),
    );
    await deliver();
    expect(await press(replay)).toMatchObject({ flash: { tone: "success", title: "office.replayed" } });
    expect((await look()).events.map(({ id }) => id)).not.toContain("evt_early");
    expect((await show(made.saleId)).events.map(({ id }) => id)).toContain("evt_early");
  });

  test("does not restore an existing sale, or one with an unknown checkout or video", async () => {
    const made = await pay(world);
    await deliver();
    const checked = { intent: "rebuild", checkoutId: made.checkoutId, email: made.buyer.email, video: "" };
    const password = { errors: { password: "accounts.proofMissing" } };
    world.advance(11 * 60_000);
    expect(await press(checked)).toMatchObject({ status: 400, data: { problem: password } });
    admin.cookie = await signIn(world, admin.userId);
    const rebuild = (checkoutId: string, video = "") =>
      press({ intent: "rebuild", checkoutId, email: made.buyer.email, video });
    const refused = (error: string) => ({
      status: 303,
      flash: { tone: "error", title: "office.rebuildFailed", description: `office.rebuild_${error}` },
    });
    expect(await rebuild(made.checkoutId)).toMatchObject(refused("known"));
    expect(await rebuild("cs_test_nowhere")).toMatchObject(refused("unknownCheckout"));
    expect(await rebuild(made.checkoutId, "https://sabia.example/videos/aula")).toMatchObject({
      status: 400,
      data: { problem: { errors: { video: "office.rebuild_unknownVideo" } } },
    });
    stripe.setApiFault("serverError");
    expect(await rebuild(made.checkoutId)).toMatchObject({ flash: { title: "office.runAway" } });
    stripe.setApiFault(undefined);
  });

  test("answers an unknown form with 400 or 404", async () => {
    expect(await press({})).toMatchObject({ status: 400, thrown: true });
    expect(await press({ intent: "replay", eventId: "evt_nowhere" })).toMatchObject({ status: 404 });
  });
});

test("the ledger has no violation after these tests", async () => {
  expect(await readViolations(world)).toEqual([]);
});
