import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aCheckout, payFor, readCheckouts, type Setup, startSetup } from "./payments-setup";

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

/** The same forms, asked by a test. */
async function steer(path: string, fields: Record<string, string> = {}) {
  const response = await post(path, fields, { accept: "application/json" });
  return { status: response.status, body: await response.json() };
}

describe("steered over HTTP", () => {
  it("a payment goes its whole way", async () => {
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
    await steer("/dev/bookings", { time: "later" });
    await steer("/dev/refunds", { outcome: "pending" });
    expect(await steer(`/dev/sessions/${checkoutId}/pay`, { method: "pix", outcome: "later" })).toMatchObject(
      {
        status: 200,
        body: { ok: true, session: { id: checkoutId, payment_status: "unpaid" } },
      },
    );
    expect((await steer(`/dev/sessions/${checkoutId}/settle`, { outcome: "succeeded" })).status).toBe(200);
    const { paymentId: id = "" } = (await setup.payments.findCheckout(checkoutId)) ?? {};
    expect(await setup.payments.findCharge(id)).toMatchObject({ feeCents: undefined });
    expect((await steer(`/dev/payments/${id}/book`)).status).toBe(200);
    expect(await setup.payments.findCharge(id)).toMatchObject({ feeCents: 59 });

    const refund = (await steer(`/dev/payments/${id}/refund`, { amount: "990" })).body;
    expect(refund).toMatchObject({ amount: 990, status: "pending", metadata: {} });
    expect(await steer(`/dev/refunds/${refund.id}/settle`, { status: "failed" })).toMatchObject({
      status: 200,
    });
    const opened = await steer(`/dev/payments/${id}/dispute`, {
      status: "needs_response",
      amount: "",
      reason: "",
    });
    expect(opened.body).toMatchObject({ ok: true, dispute: { amount: 4990, reason: "fraudulent" } });
    expect(await steer(`/dev/disputes/${opened.body.dispute.id}/move`, { status: "won" })).toMatchObject({
      body: { dispute: { status: "won" } },
    });
    const all = await (
      await fetch(`${setup.stripe.url}/dev`, { headers: { accept: "application/json" } })
    ).json();
    expect(all.settings).toEqual({ webhooks: "deliver", bookings: "later", refunds: "pending", api: "none" });
    expect(Object.keys(all.charges)).toHaveLength(1);
    expect(all.events).toHaveLength(setup.stripe.events().length);
    expect(all.answers).toBeUndefined();
  });

  it("webhooks are held, released backwards, and sent again", async () => {
    await steer("/dev/webhooks", { mode: "hold" });
    await payFor(setup);
    expect(setup.receiver.received).toEqual([]);
    await steer("/dev/webhooks/release", { order: "newestFirst" });
    expect(setup.receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      "charge.updated",
      "checkout.session.completed",
      "charge.succeeded",
    ]);
    await steer("/dev/webhooks/redeliver");
    expect(setup.receiver.received).toHaveLength(6);
  });

  it("the API fails and recovers", async () => {
    await steer("/dev/api", { fault: "serverError" });
    await expect(setup.payments.findCheckout("cs_test_1")).rejects.toMatchObject({ reason: "failing" });
    await steer("/dev/api", { fault: "none" });
    expect(await setup.payments.findCheckout("cs_test_1")).toBeUndefined();
  });

  it.each([
    ["/dev/sessions/cs_none/pay", { method: "card" }, 404],
    ["/dev/sessions/cs_none/settle", { outcome: "maybe" }, 400],
    ["/dev/payments/pi_none/book", {}, 404],
    ["/dev/payments/pi_none/refund", {}, 404],
    ["/dev/payments/__proto__/refund", {}, 404],
    ["/dev/payments/pi_none/refund", { amount: "some" }, 400],
    ["/dev/payments/pi_none/dispute", { status: "won" }, 400],
    ["/dev/refunds/re_none/settle", { status: "failed" }, 404],
    ["/dev/refunds/constructor/settle", { status: "failed" }, 404],
    ["/dev/disputes/du_none/move", { status: "won" }, 404],
    ["/dev/disputes/du_none/move", { status: "unsure" }, 400],
    ["/dev/webhooks", { mode: "off" }, 400],
    ["/dev/bookings", {}, 400],
    ["/dev/api", { fault: "fire" }, 400],
    ["/dev/nothing", {}, 404],
  ])("%s with %j is answered %i", async (path, fields, status) => {
    expect(await steer(path, fields as Record<string, string>)).toEqual({
      status,
      body: { error: expect.any(String) },
    });
    expect((await post(path, fields as Record<string, string>)).status).toBe(status);
  });

  it("more than was paid is not refunded, and nothing is refunded twice", async () => {
    const { paymentId } = await payFor(setup);
    expect(await steer(`/dev/payments/${paymentId}/refund`, { amount: "4991" })).toMatchObject({
      status: 409,
    });
    expect(await steer(`/dev/payments/${paymentId}/refund`)).toMatchObject({ status: 200 });
    expect(await steer(`/dev/payments/${paymentId}/refund`)).toMatchObject({ status: 409 });
    expect(setup.stripe.refunds()).toHaveLength(1);
  });
});

describe("the control page", () => {
  it("has a button for all that can become of a payment, and each works", async () => {
    await post("/dev/refunds", { outcome: "pending" });
    await post("/dev/bookings", { time: "later" });
    await payFor(setup);
    /** Presses the button with this text, as a browser would. */
    const press = async (text: string) => {
      const page = await (await get("/dev")).text();
      const forms = [...page.matchAll(/<form method="post" action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)];
      const form = forms.find(([, , inside]) => inside?.includes(`>${text}</button>`));
      const button = form?.[2]?.match(
        new RegExp(`<button(?: name="(\\w+)" value="(\\w+)")?[^>]*>${text}</button>`),
      );
      expect(form, text).toBeDefined();
      const fields: Record<string, string> = button?.[1] ? { [button[1]]: button[2] ?? "" } : {};
      const answer = await post(form?.[1] ?? "", fields);
      expect([answer.status, answer.headers.get("location")], text).toEqual([303, "/dev"]);
    };
    for (const text of [
      "Lançar tarifa",
      "Reembolsar",
      "requires_action",
      "failed",
      "Contestar",
      "under_review",
      "won",
    ]) {
      await press(text);
    }
    const page = await (await get("/dev")).text();
    for (const text of [
      "Tarifa: R$ 2,38",
      "Reembolso de R$ 49,90 · failed",
      "Contestação de R$ 49,90 · fraudulent · won",
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain("<script");
  });
});

describe("a code or a slip", () => {
  it.each([
    [
      "pix",
      "pt",
      ["Pague com Pix", "Código Pix", "Pague até 20 de novembro de 2026 às 09:30", "Voltar para a loja"],
    ],
    ["boleto", "pt", ["Pague o boleto", "Número do boleto", "Pague até 23 de novembro de 2026 às 23:59"]],
    ["pix", "en", ["Pay with Pix", "Pix code", "Pay by November 20, 2026 at 9:30", "Back to the shop"]],
    ["boleto", "en", ["Pay the boleto", "Boleto number", "Pay by November 23, 2026 at 11:59"]],
  ] as const)("of a %s in %s says until when, and how to go back", async (method, locale, texts) => {
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now(), { locale }));
    const left = await post(`/c/pay/${checkoutId}`, { method, outcome: "later" });
    const slip = left.headers.get("location") ?? "";
    expect([left.status, slip]).toEqual([303, expect.stringMatching(/^\/c\/slip\/pi_/)]);
    const page = (await (await get(slip)).text()).replace(/\s/g, " ");
    for (const text of texts) expect(page).toContain(text);
    expect(page).toContain(`href="http://localhost:3000/checkout/return?session_id=${checkoutId}"`);
    expect((await get(`/c/pay/${checkoutId}`)).headers.get("location")).toBe(slip);
    // It is where Stripe's API says that it is.
    const [intent] = setup.stripe.paymentIntents();
    expect(slip).toBe(`/c/slip/${intent?.id}`);
  });

  it("can be paid on the spot, once", async () => {
    const { checkoutId, paymentId } = await payFor(setup, { method: "boleto", outcome: "later" });
    const paid = await post(`/c/slip/${paymentId}`, {});
    expect([paid.status, paid.headers.get("location")]).toEqual([
      303,
      `http://localhost:3000/checkout/return?session_id=${checkoutId}`,
    ]);
    const kinds = readCheckouts(setup.payments, setup.receiver.received).map(({ fact }) => fact?.kind);
    expect(kinds).toEqual(["checkoutCompleted", "checkoutPaid"]);
    const again = await post(`/c/slip/${paymentId}`, {});
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("não espera mais");
  });

  it("is there for nothing else", async () => {
    const { paymentId } = await payFor(setup);
    expect((await get(`/c/slip/${paymentId}`)).status).toBe(404);
    for (const id of ["pi_none", "__proto__", "constructor"])
      expect((await get(`/c/slip/${id}`)).status).toBe(404);
  });
});

describe("with a data file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "local-stripe-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("charges, refunds, disputes, slips and lost events outlive a restart", async () => {
    const dataFile = join(folder, "stripe.json");
    await setup.close();
    setup = await startSetup({ dataFile });
    const paid = await payFor(setup);
    const left = await payFor(setup, { method: "boleto", outcome: "later" });
    const input = { ownId: "kept", paymentId: paid.paymentId, amountCents: 90 };
    const refund = await setup.payments.refund(input);
    setup.stripe.setWebhookMode("drop");
    await setup.stripe.openDispute(paid.paymentId);
    const charge = await setup.payments.findCharge(paid.paymentId);
    const pending = await setup.payments.findPending(left.paymentId);
    const disputes = setup.stripe.disputes();
    await setup.close();

    setup = await startSetup({ dataFile });
    expect(await setup.payments.findCharge(paid.paymentId)).toEqual(charge);
    expect(await setup.payments.findPending(left.paymentId)).toEqual({
      ...pending,
      // On another port after the restart.
      voucherUrl: `${setup.stripe.url}/c/slip/${left.paymentId}`,
    });
    expect(await setup.payments.refund(input)).toEqual(refund);
    expect(setup.stripe.refunds()).toHaveLength(1);
    expect(setup.stripe.disputes()).toEqual(disputes);
    expect(setup.stripe.events().filter(({ lost }) => lost)).toHaveLength(2);
    expect(setup.receiver.received).toEqual([]);
  });

  it("a file from before there were charges is still read", async () => {
    const dataFile = join(folder, "stripe.json");
    await setup.close();
    setup = await startSetup({ dataFile });
    const { checkoutId } = await payFor(setup);
    await setup.close();
    const { charges, refunds, disputes, ...old } = JSON.parse(readFileSync(dataFile, "utf8"));
    for (const intent of Object.values<Record<string, unknown>>(old.intents)) {
      delete intent.latest_charge;
      delete intent.payable_until;
    }
    for (const event of old.events) delete event.lost;
    writeFileSync(dataFile, JSON.stringify(old));
    setup = await startSetup({ dataFile });
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({ paid: true });
    expect(setup.stripe.charges()).toEqual([]);
  });
});
