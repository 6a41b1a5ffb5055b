/** The local server of Stripe where the adapter's contract does not reach: its pages, its strictness, its data file. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startStripe } from "../../dev/stripe/server";
import {
  aCheckout,
  payFor,
  readCheckouts,
  SECRET_KEY,
  type Setup,
  startSetup,
  WEBHOOK_SECRET,
} from "./payments-setup";

let setup: Setup;
beforeEach(async () => {
  setup = await startSetup();
});
afterEach(() => setup.close());

const get = (path: string) => fetch(setup.stripe.url + path, { redirect: "manual" });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(setup.stripe.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers,
  });
const open = async (changes: Parameters<typeof aCheckout>[1] = {}) => {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now(), changes));
  return { checkoutId, path: `/c/pay/${checkoutId}` };
};
const returned = (checkoutId: string) => `http://localhost:3000/checkout/return?session_id=${checkoutId}`;

describe("the local payment page", () => {
  it.each([
    ["pt", ['lang="pt-BR"', "R$ 49,90", "Simular recusa"]],
    ["en", ['lang="en"', "R$49.90", "Simulate a decline"]],
  ] as const)("shows title, price and choices in %s, with hostile text escaped", async (locale, texts) => {
    const { path } = await open({ locale, title: "<script>1</script>" });
    const page = await (await get(path)).text();
    for (const text of [...texts, 'value="boleto"', "&lt;script&gt;"]) expect(page).toContain(text);
    expect(page).not.toContain("<script");
  });

  it.each(["card", "pix", "boleto"])(
    "accepts a payment by %s once, and returns the buyer",
    async (method) => {
      const { checkoutId, path } = await open();
      const paid = await post(path, { method, outcome: "succeed" });
      expect([paid.status, paid.headers.get("location")]).toEqual([303, returned(checkoutId)]);
      expect(readCheckouts(setup.payments, setup.receiver.received)).toMatchObject([
        { fact: { checkoutId, paid: true } },
      ]);
      expect((await post(path, { method, outcome: "succeed" })).status).toBe(409);
    },
  );

  it("stays after a decline, leads a later payment to its code, and ends after expiry", async () => {
    const declined = await open();
    expect(await (await post(declined.path, { method: "pix", outcome: "decline" })).text()).toContain(
      'role="alert">Pagamento recusado',
    );
    const later = await post(declined.path, { method: "boleto", outcome: "later" });
    const slip = later.headers.get("location") ?? "";
    expect(await (await get(slip)).text()).toContain("Número do boleto");
    expect((await post(slip, {})).headers.get("location")).toBe(returned(declined.checkoutId));
    expect((await post(slip, {})).status).toBe(409);
    const expired = await open();
    await post(`/dev/sessions/${expired.checkoutId}/expire`, {});
    expect((await get(expired.path)).status).toBe(410);
    expect((await post(expired.path, { method: "card", outcome: "succeed" })).status).toBe(409);
  });

  it("refuses forms of other sites", async () => {
    const { path } = await open();
    expect((await post(path, { method: "card" }, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("the local API", () => {
  const create = async (changes: Record<string, string>, headers: Record<string, string> = {}) => {
    const fields = {
      mode: "payment",
      success_url: "https://shop.example/ok",
      "line_items[0][quantity]": "2",
      "line_items[0][price_data][currency]": "brl",
      "line_items[0][price_data][unit_amount]": "25",
      "line_items[0][price_data][product_data][name]": "Duas aulas",
      ...changes,
    };
    const authorization = `Bearer ${SECRET_KEY}`;
    const response = await post("/v1/checkout/sessions", fields, { authorization, ...headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it("refuses a wrong key", async () => {
    expect((await create({}, { authorization: "Bearer sk_test_other" })).status).toBe(401);
  });

  it.each([
    [{ mode: "subscription" }, "mode"],
    [{ success_url: "javascript:alert(1)" }, "success_url"],
    [{ colour: "red" }, "colour"],
    [{ "line_items[0][price_data][unit_amount]": "24" }, "line_items"],
    [{ "line_items[0][price_data][unit_amount]": "2.5" }, "line_items[0][price_data][unit_amount]"],
    [{ "metadata[__proto__]": "x" }, "metadata[__proto__]"],
  ])("refuses %j by naming %s", async (changes, param) => {
    const { status, body } = await create(changes as Record<string, string>);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it("repeats its response for an idempotency key, for a day and the same fields", async () => {
    const headers = { "idempotency-key": "key-1" };
    const first = await create({}, headers);
    expect((await create({}, headers)).body).toEqual(first.body);
    expect((await create({ locale: "en" }, headers)).body.error.type).toBe("idempotency_error");
    setup.advance(24 * 60 * 60 * 1000);
    expect((await create({}, headers)).body.id).not.toBe(first.body.id);
  });

  it.each([
    ["a broken escape", "GET /c/pay/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /404/],
    [
      "too large a body",
      `POST /dev/webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n${"a".repeat(300_000)}`,
      /413/,
    ],
  ])("survives %s", async (_, text, status) => {
    const answer = await new Promise<string>((resolve) => {
      let received = "";
      const socket = connect(setup.stripe.port, "127.0.0.1", () => socket.end(text));
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(received.split("\r\n")[0] ?? ""));
    });
    expect(answer).toMatch(status);
    expect((await get("/dev")).status).toBe(200);
  });
});

it("the control page of the local Stripe refunds and disputes a payment", async () => {
  const { paymentId } = await payFor(setup);
  const steer = async (path: string, fields: Record<string, string>) => {
    const response = await post(path, fields, { accept: "application/json" });
    return { status: response.status, body: await response.json() };
  };
  expect(await steer(`/dev/payments/${paymentId}/refund`, { amount: "4991" })).toMatchObject({ status: 409 });
  expect((await steer(`/dev/payments/${paymentId}/refund`, { amount: "990" })).body.amount).toBe(990);
  const disputed = await steer(`/dev/payments/${paymentId}/dispute`, { status: "needs_response" });
  expect(disputed.body.dispute.status).toBe("needs_response");
  expect((await steer("/dev/nothing", {})).status).toBe(404);
});

it("a restart of the local Stripe keeps sessions, charges and undelivered events", async () => {
  const folder = mkdtempSync(join(tmpdir(), "local-stripe-"));
  const dataFile = join(folder, "deep", "stripe.json");
  await setup.close();
  setup = await startSetup({ dataFile });
  const input = aCheckout(setup.now());
  const kept = await setup.payments.openCheckout(input);
  setup.stripe.pauseWebhooks();
  const { paymentId } = await payFor(setup);
  const charge = await setup.payments.findCharge(paymentId);
  await setup.close();
  setup = await startSetup({ dataFile });
  await setup.receiver.arrived(3);
  expect(await setup.payments.findCharge(paymentId)).toEqual(charge);
  const url = `${setup.stripe.url}/c/pay/${kept.checkoutId}`;
  expect(await setup.payments.openCheckout(input)).toEqual({ ...kept, url });
  rmSync(folder, { recursive: true });
});

it("the local Stripe does not start without its secrets", async () => {
  await expect(startStripe({ webhookSecret: "", secretKey: SECRET_KEY })).rejects.toThrow(/secret/);
  await expect(startStripe({ webhookSecret: WEBHOOK_SECRET, secretKey: "" })).rejects.toThrow(/secret/);
});
