/** Tests in another process steer the local services by forms, as dev/stripe/README.md and the Stream's describe. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { aCheckout, payFor, type Setup, startSetup } from "../integrations/payments-setup";
import { startLocalStream } from "../support/local-stream";

const setup: Setup = await startSetup();
const stream = await startLocalStream();
afterAll(() => setup.close());

let sessionId: string;
beforeEach(async () => {
  sessionId = (await setup.payments.openCheckout(aCheckout(setup.now()))).checkoutId;
});

async function steer(origin: string, path: string, fields: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/dev${path}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: await answer.json() };
}

const stripe = (path: string, fields?: Record<string, string>) => steer(setup.stripe.url, path, fields);
const received = (): { id: string }[] => setup.receiver.received.map(({ body }) => JSON.parse(body));
const stored = async () =>
  (await fetch(`${setup.stripe.url}/dev`, { headers: { accept: "application/json" } })).json();

test("events of Stripe are held, then sent in the order that a form names, and sent again", async () => {
  await stripe("/webhooks", { mode: "hold" });
  const before = received().length;
  const paid = await stripe(`/sessions/${sessionId}/pay`, { method: "card" });
  expect(paid).toMatchObject({ status: 200, body: { ok: true, session: { payment_status: "paid" } } });
  const held = (await stored()).events.slice(-3);
  expect(held.map(({ delivered }: { delivered: boolean }) => delivered)).toEqual([false, false, false]);
  await stripe("/webhooks/release", { order: "newestFirst" });
  const ids = () =>
    received()
      .slice(before)
      .map(({ id }) => id);
  expect(ids()).toEqual(held.map(({ id }: { id: string }) => id).reverse());
  expect((await stripe(`/events/${held[0].id}/redeliver`)).status).toBe(200);
  expect(ids().at(-1)).toBe(held[0].id);
  expect((await stored()).settings).toEqual({
    webhooks: "deliver",
    bookings: "atOnce",
    refunds: "succeeded",
    api: "none",
  });
});

test("Stripe's events are lost or sent twice, as a form says", async () => {
  const before = received().length;
  await stripe("/webhooks", { mode: "drop" });
  await stripe(`/sessions/${sessionId}/expire`);
  expect((await stored()).events.at(-1)).toMatchObject({ type: "checkout.session.expired", lost: true });
  await stripe("/webhooks", { mode: "twice" });
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
  await stripe(`/sessions/${checkoutId}/expire`);
  await stripe("/webhooks", { mode: "deliver" });
  expect(received().length - before).toBe(2);
});

test("a charge of Stripe is booked, refunded and disputed by forms", async () => {
  await stripe("/bookings", { time: "later" });
  await stripe("/refunds", { outcome: "pending" });
  const { body: paid } = await stripe(`/sessions/${sessionId}/pay`, { method: "card" });
  const payment = `/payments/${paid.session.payment_intent}`;
  expect(await stripe(`${payment}/book`)).toMatchObject({
    body: { charge: { booking: { currency: "brl" } } },
  });
  expect(await stripe(`${payment}/book`)).toEqual({ status: 409, body: { error: "alreadyBooked" } });
  const { body: refund } = await stripe(`${payment}/refund`, { amount: "100" });
  expect(refund).toMatchObject({ amount: 100, status: "pending" });
  expect(await stripe(`/refunds/${refund.id}/settle`, { status: "succeeded" })).toMatchObject({
    status: 200,
  });
  const { body: opened } = await stripe(`${payment}/dispute`, { amount: "200", reason: "duplicate" });
  expect(opened).toMatchObject({ dispute: { amount: 200, reason: "duplicate" } });
  expect(await stripe(`/disputes/${opened.dispute.id}/move`, { status: "won" })).toMatchObject({
    status: 200,
  });
  await stripe("/bookings", { time: "atOnce" });
  await stripe("/refunds", { outcome: "succeeded" });
});

test("Stripe's sessions, charges and held events outlive a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "local-stripe-"));
  const dataFile = join(folder, "deep", "stripe.json");
  const before = await startSetup({ dataFile });
  const input = aCheckout(before.now());
  const { checkoutId } = await before.payments.openCheckout(input);
  await steer(before.stripe.url, "/webhooks", { mode: "hold" });
  const { paymentId } = await payFor(before);
  const charge = await before.payments.findCharge(paymentId);
  await before.close();
  expect(before.receiver.received).toEqual([]);
  const after = await startSetup({ dataFile });
  await expect.poll(() => after.receiver.received.length).toBe(3);
  expect(await after.payments.findCharge(paymentId)).toEqual(charge);
  expect(await after.payments.openCheckout(input)).toMatchObject({ checkoutId });
  await after.close();
  rmSync(folder, { recursive: true });
});

test("Stripe's API fails as a form says, and refuses what it does not know", async () => {
  await stripe("/api", { fault: "serverError" });
  await expect(setup.payments.findCheckout(sessionId)).rejects.toThrow();
  await stripe("/api", { fault: "none" });
  expect(await setup.payments.findCheckout(sessionId)).toBeDefined();
  expect(await stripe("/api", { fault: "unheard" })).toMatchObject({ status: 400 });
  expect(await stripe("/sessions/cs_unknown/pay", { method: "card" })).toMatchObject({ status: 404 });
  expect(await stripe("/unheard")).toEqual({ status: 404, body: { error: "unknownAction" } });
});

test.each([
  ["/fault", { part: "api", fault: "serverError", times: "1" }],
  ["/cut", { afterBytes: "100", keep: "true" }],
  ["/hold", { where: "queued", percent: "10" }],
  ["/release", {}],
  ["/webhooks", { mode: "deliver" }],
  ["/captions", { fail: "false" }],
  ["/downloads", { fail: "false" }],
  ["/status", { uid: "unknown", state: "new" }],
  ["/settled", {}],
])("Stream's form %s is accepted", async (path, fields: Record<string, string>) => {
  expect(await steer(stream.url, path, fields)).toEqual({ status: 200, body: { ok: true } });
});

test("Stream refuses a form that it does not know, and one from elsewhere", async () => {
  expect(await steer(stream.url, "/hold", { where: "nowhere" })).toMatchObject({ status: 400 });
  const from = { method: "POST", headers: { origin: "https://example.com" } };
  expect((await fetch(`${stream.url}/dev/release`, from)).status).toBe(403);
});
