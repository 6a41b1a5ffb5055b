import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PurchaseView } from "~/features/orders/purchases/show-purchases.server";
import { lookUpPayment } from "~/features/orders/settlement/settle-sale.server";
import * as payment from "~/routes/account/payment";
import * as purchases from "~/routes/account/purchases";
import { ask } from "../support/ask";
import { createDelivery } from "../support/payment-scene";
import {
  allowVideos,
  makeConsumer,
  makeCreator,
  makeVideo,
  openCheckout,
  type Person,
} from "../support/people";
import { readRow, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
let ana: Person;
let beto: Person;
let videoId: string;
beforeAll(async () => {
  ana = await makeCreator(world);
  await allowVideos(world.services, ana.userId);
});
beforeEach(async () => {
  stripe.setApiFault(undefined);
  [beto, videoId] = await Promise.all([makeConsumer(world), makeVideo(world, ana)]);
});

async function saleOf(checkoutId: string) {
  return readRow(db, "sales", { provider_checkout_id: checkoutId });
}

/** A payment left for later, as the webhook and the job that follows it leave it. */
async function leave(method: "pix" | "boleto", { lookedUp = true } = {}) {
  const checkoutId = await openCheckout(world, beto, videoId);
  await stripe.pay(checkoutId, { method, outcome: "later" });
  await deliver();
  const { id: saleId, provider_payment_id } = await saleOf(checkoutId);
  if (lookedUp) await lookUpPayment(services, saleId);
  return { checkoutId, saleId, intentId: provider_payment_id ?? "" };
}

const show = (saleId: string, on = world) =>
  ask(on, payment.loader, { path: `/purchases/${saleId}/payment`, cookie: beto.cookie });
const press = (saleId: string) =>
  ask(world, payment.action, {
    path: `/purchases/${saleId}/payment`,
    form: { intent: "other", shownPriceCents: "4990" },
    cookie: beto.cookie,
  });
const listed = async () => {
  const answer = await ask(world, purchases.loader, { path: "/purchases", cookie: beto.cookie });
  return (answer.data as { purchases: PurchaseView[] }).purchases;
};
const openSessions = () =>
  stripe
    .sessions()
    .filter(({ customer_email, status }) => customer_email === beto.email && status === "open");

describe("GET /purchases/:saleId/payment", () => {
  test("shows a boleto's number, its last day and the hosted voucher", async () => {
    const { saleId, intentId } = await leave("boleto");
    expect((await show(saleId)).data).toMatchObject({
      title: "Pão de queijo",
      amount: "R$\u00a049,90",
      method: "boleto",
      phase: "payable",
      secondsLeft: null,
      code: expect.stringMatching(/^\d{47}$/),
      qr: null,
      until: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
      voucherUrl: `${stripe.url}/c/slip/${intentId}`,
      setAside: false,
      bought: false,
      onOther: "stays",
      otherPriceCents: 4990,
      otherPrice: null,
    });
  });

  test("shows a Pix text and a QR code drawn from it, without a request to Stripe's host", async () => {
    const { saleId, intentId } = await leave("pix");
    const { data, text } = await show(saleId);
    expect(data).toMatchObject({
      method: "pix",
      code: `LOCAL.PIX.${intentId}`,
      secondsLeft: 30 * 60,
      qr: { size: expect.any(Number), path: expect.stringMatching(/^M\d+ \d+h\d+v1h-\d+z/) },
    });
    expect(text).not.toContain("/c/qr/");
  });

  test("is shown from stored data while Stripe is unavailable", async () => {
    const { saleId } = await leave("boleto");
    stripe.setApiFault("serverError");
    expect((await show(saleId)).data).toMatchObject({ phase: "payable", method: "boleto" });
  });

  test("asks Stripe if the job has not stored the code yet", async () => {
    const { saleId } = await leave("boleto", { lookedUp: false });
    expect((await show(saleId)).data).toMatchObject({ phase: "payable", method: "boleto" });
  });

  test("reports an unknown code if Stripe is unavailable or has no next step", async () => {
    const { saleId } = await leave("boleto", { lookedUp: false });
    stripe.setApiFault("serverError");
    const none = { code: null, until: null, voucherUrl: null };
    const unknown = { phase: "noCode", method: null, ...none, onOther: "stays" };
    expect((await show(saleId)).data).toMatchObject(unknown);
    stripe.setApiFault(undefined);
    const findPending = async () =>
      ({ method: "boleto", code: undefined, voucherUrl: undefined, expiresAt: undefined }) as const;
    const payments = { ...services.payments, findPending };
    const early = await show(saleId, { ...world, services: { ...services, payments } });
    expect(early.data).toMatchObject({ ...unknown, method: "boleto" });
  });

  test("shows a Pix code of the payment page while the checkout is open", async () => {
    const checkoutId = await openCheckout(world, beto, videoId);
    const { id: saleId } = await saleOf(checkoutId);
    expect(await show(saleId)).toMatchObject({ status: 303, location: "/purchases" });
    await stripe.pay(checkoutId, { method: "pix", outcome: "show" });
    expect((await show(saleId)).data).toMatchObject({ method: "pix", phase: "payable", onOther: "ends" });
  });
});

describe("POST intent=other", () => {
  test("replaces a boleto by another payment", async () => {
    const { saleId, intentId } = await leave("boleto");
    const answer = await press(saleId);
    const [open, ...others] = openSessions();
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ status: 303, location: `${stripe.url}/c/pay/${open?.id}` });
    expect(await services.payments.findPending(intentId)).toMatchObject({ method: "boleto" });
    expect((await show(saleId)).data).toMatchObject({ phase: "payable", setAside: true, bought: false });
    const states = await listed();
    expect(states.find(({ id }) => id === saleId)).toMatchObject({
      state: { kind: "awaiting" },
      setAside: true,
    });
    expect(states.find(({ id }) => id !== saleId)).toMatchObject({
      state: { kind: "pending", payable: true },
    });
  });

  test("expires an open checkout with a Pix code at Stripe", async () => {
    const checkoutId = await openCheckout(world, beto, videoId);
    await stripe.pay(checkoutId, { method: "pix", outcome: "show" });
    const { id: saleId } = await saleOf(checkoutId);
    const answer = await press(saleId);
    expect(openSessions().map(({ id }) => `${stripe.url}/c/pay/${id}`)).toEqual([answer.location]);
    expect(await saleOf(checkoutId)).toMatchObject({ status: "failed", set_aside_at: null });
  });

  test("leads a buyer who has just paid to the video, and starts no payment", async () => {
    const left = await leave("boleto");
    await stripe.settle(left.checkoutId, "succeeded");
    expect(await press(left.saleId)).toMatchObject({
      status: 303,
      location: `/watch/${videoId}`,
      flash: { tone: "info", title: "marketplace.alreadyBought" },
    });
    expect(openSessions()).toEqual([]);
  });

  test("keeps the boleto if the video left the shop", async () => {
    const { saleId, checkoutId } = await leave("boleto");
    await setRows(db, "videos", { id: videoId }, { suspended_at: services.clock() });
    expect((await show(saleId)).data).toMatchObject({ otherPriceCents: null });
    expect(await press(saleId)).toMatchObject({
      status: 303,
      location: `/purchases/${saleId}/payment`,
      flash: { tone: "error", description: "watch.notFound" },
    });
    expect(await saleOf(checkoutId)).toMatchObject({ set_aside_at: null });
  });
});
