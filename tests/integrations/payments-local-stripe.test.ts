import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startStripe } from "../../dev/stripe/server";
import {
  aCheckout,
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

async function openSession(changes: Parameters<typeof aCheckout>[1] = {}) {
  const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now(), changes));
  return { checkoutId, path: `/c/pay/${checkoutId}` };
}

const get = (path: string) => fetch(setup.stripe.url + path, { redirect: "manual" });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(setup.stripe.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers,
  });

describe("the pay page", () => {
  it.each([
    [
      "pt",
      "pt-BR",
      [
        "Pagamento de teste",
        "R$ 49,90",
        "Pagar R$ 49,90",
        "Deixar para depois",
        "Simular recusa",
        "Cancelar e voltar",
      ],
    ],
    [
      "en",
      "en",
      [
        "Test payment",
        "R$49.90",
        "Pay R$49.90",
        "Leave for later",
        "Simulate a decline",
        "Cancel and go back",
      ],
    ],
  ] as const)("in %s shows product, price, buyer and choices", async (locale, lang, texts) => {
    const { path } = await openSession({ locale });
    const response = await get(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    for (const text of [`lang="${lang}"`, "Pão de queijo em casa", "ana@example.com", ...texts]) {
      expect(page).toContain(text);
    }
    for (const method of ["card", "pix", "boleto"]) expect(page).toContain(`name="method" value="${method}"`);
    expect(page).toContain('href="http://localhost:3000/videos/1"');
    expect(page).not.toContain("<script");
  });

  it("allows its own stylesheet and nothing else", async () => {
    const { path } = await openSession();
    const response = await get(path);
    const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    // With it a browser would stop the redirect back to the shop.
    expect(policy).not.toContain("form-action");
  });

  it("writes a hostile title as text", async () => {
    const { path } = await openSession({ title: `<script>alert("1")</script>&'` });
    const page = await (await get(path)).text();
    expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;");
    expect(page).not.toContain("<script");
  });

  it.each(["card", "pix", "boleto"])("takes a payment with %s and sends the buyer back", async (method) => {
    const { checkoutId, path } = await openSession();
    const response = await post(path, { method, outcome: "succeed" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(
      `http://localhost:3000/checkout/return?session_id=${checkoutId}`,
    );
    // The webhook was there first.
    expect(readCheckouts(setup.payments, setup.receiver.received)).toMatchObject([
      { fact: { checkoutId, paid: true } },
    ]);
    const announced = setup.stripe.events().length;
    const again = await post(path, { method, outcome: "succeed" });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("Este pagamento já foi concluído");
    expect(setup.stripe.events()).toHaveLength(announced);
  });

  it("stays after a refusal, with the message and the method chosen", async () => {
    const { path } = await openSession();
    const response = await post(path, { method: "pix", outcome: "decline" });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('role="alert">Pagamento recusado');
    expect(page).toMatch(/value="pix"[^>]* checked/);
    expect((await post(path, { method: "card", outcome: "succeed" })).status).toBe(303);
  });

  it("sends the buyer back with a payment still to come, settled on the control page", async () => {
    const { checkoutId, path } = await openSession();
    const left = await post(path, { method: "boleto", outcome: "later" });
    expect([left.status, left.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/c\/slip\/pi_/),
    ]);
    expect(await (await get("/dev")).text()).toContain("Confirmar pagamento");
    const settle = `/dev/sessions/${checkoutId}/settle`;
    expect((await post(settle, { outcome: "maybe" })).status).toBe(400);
    const settled = await post(settle, { outcome: "succeeded" });
    expect([settled.status, settled.headers.get("location")]).toEqual([303, "/dev"]);
    expect((await post(settle, { outcome: "failed" })).status).toBe(409);
    expect(await (await get("/dev")).text()).not.toContain("Confirmar pagamento");
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({ paid: true });
  });

  it.each([
    [{ method: "card", outcome: "later" }, "na hora"],
    [{ method: "cash", outcome: "succeed" }, "Escolha uma das formas"],
    [{}, "Escolha uma das formas"],
  ])("answers %j with a message", async (fields, text) => {
    const { path } = await openSession();
    const response = await post(path, fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(text);
  });

  it("says so when it has expired or never was", async () => {
    const { checkoutId, path } = await openSession();
    await post(`/dev/sessions/${checkoutId}/expire`, {});
    const expired = await get(path);
    expect(expired.status).toBe(410);
    expect(await expired.text()).toContain("expirou");
    expect((await post(path, { method: "card", outcome: "succeed" })).status).toBe(409);
    expect((await post(`/dev/sessions/${checkoutId}/expire`, {})).status).toBe(409);
    expect((await get("/c/pay/cs_test_none")).status).toBe(404);
    expect((await post("/c/pay/__proto__", { method: "card" })).status).toBe(404);
  });

  it("leaves percent-encoded braces alone, as Stripe does", async () => {
    const { path } = await openSession({ successUrl: "http://localhost:3000/?x=%7BCHECKOUT_SESSION_ID%7D" });
    const response = await post(path, { method: "card", outcome: "succeed" });
    expect(response.headers.get("location")).toContain("x=%7BCHECKOUT_SESSION_ID%7D&session_id=cs_test_");
  });
});

describe("the control page", () => {
  it("lists deliveries, sends one again, holds and releases", async () => {
    const { checkoutId } = await openSession();
    expect((await post("/dev/webhooks", { mode: "hold" })).status).toBe(303);
    await setup.payments.expireCheckout(checkoutId);
    const waiting = await (await get("/dev")).text();
    expect(waiting).toContain("pendente");
    expect(waiting).toContain("Soltar o que foi segurado");
    const eventId = setup.stripe.events()[0]?.id ?? "";
    expect((await post(`/dev/events/${eventId}/redeliver`, {})).status).toBe(303);
    expect(await (await get("/dev")).text()).toContain("entregue");
    expect((await post("/dev/events/evt_none/redeliver", {})).status).toBe(404);
    await post("/dev/webhooks", { mode: "deliver" });
    expect(setup.receiver.received).toHaveLength(1);
  });

  it("takes no form of another site", async () => {
    const { checkoutId, path } = await openSession();
    for (const origin of ["https://evil.example", "null", "http://localhost:1"]) {
      expect((await post(path, { method: "card" }, { origin })).status).toBe(403);
    }
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({ status: "open" });
    expect((await post(path, { method: "card" }, { origin: setup.stripe.url })).status).toBe(303);
  });
});

describe("the API", () => {
  const FIELDS = {
    mode: "payment",
    success_url: "https://shop.example/ok",
    "line_items[0][quantity]": "2",
    "line_items[0][price_data][currency]": "brl",
    "line_items[0][price_data][unit_amount]": "25",
    "line_items[0][price_data][product_data][name]": "Duas aulas",
  };
  const create = async (
    changes: Record<string, string | undefined>,
    headers: Record<string, string> = {},
  ) => {
    const fields = Object.entries({ ...FIELDS, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const response = await post("/v1/checkout/sessions", Object.fromEntries(fields), {
      authorization: `Bearer ${SECRET_KEY}`,
      ...headers,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  it("answers in Stripe's form, a day long and in any method where nothing is said", async () => {
    const now = Math.floor(setup.now().getTime() / 1000);
    const { status, headers, body } = await create({});
    expect(status).toBe(200);
    expect(headers.get("request-id")).toMatch(/^req_/);
    expect(body).toMatchObject({
      object: "checkout.session",
      amount_total: 50,
      currency: "brl",
      created: now,
      expires_at: now + 24 * 60 * 60,
      livemode: false,
      mode: "payment",
      payment_intent: null,
      payment_method_types: ["card", "pix"],
      payment_status: "unpaid",
      status: "open",
    });
  });

  it.each<[string | undefined, number]>([
    [undefined, 401],
    ["Bearer", 401],
    ["Bearer sk_test_other", 401],
    [`Basic ${btoa("sk_test_other:")}`, 401],
    [`Basic ${btoa(`${SECRET_KEY}:`)}`, 200],
    [`bearer ${SECRET_KEY}`, 200],
  ])("with Authorization %j answers %i", async (authorization, status) => {
    const answer = await create({}, { authorization: authorization ?? "" });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body.error.type).toBe("invalid_request_error");
    expect(JSON.stringify(answer.body)).not.toContain("sk_test_other");
  });

  it.each<[Record<string, string | undefined>, string, string | undefined]>([
    [{ mode: undefined }, "mode", "parameter_missing"],
    [{ mode: "subscription" }, "mode", undefined],
    [{ success_url: undefined }, "success_url", "parameter_missing"],
    [{ success_url: "" }, "success_url", "parameter_invalid_empty"],
    [{ success_url: "javascript:alert(1)" }, "success_url", "url_invalid"],
    [{ customer_email: "ana@" }, "customer_email", "email_invalid"],
    [{ colour: "red" }, "colour", "parameter_unknown"],
    [{ "line_items[0][colour]": "red" }, "line_items[0][colour]", "parameter_unknown"],
    [
      { "line_items[0][price_data][unit_amount]": "2.5" },
      "line_items[0][price_data][unit_amount]",
      undefined,
    ],
    [
      { "line_items[0][price_data][unit_amount]": "-50" },
      "line_items[0][price_data][unit_amount]",
      "parameter_invalid_integer",
    ],
    [{ "line_items[0][price_data][unit_amount]": "24" }, "line_items", "amount_too_small"],
    [{ "line_items[0][price_data][unit_amount]": "50000000" }, "line_items", "amount_too_large"],
    [{ "line_items[0][price_data][currency]": "xyz" }, "line_items[0][price_data][currency]", undefined],
    [{ line_items: "one" }, "line_items", undefined],
    [{ "metadata[__proto__]": "x" }, "metadata[__proto__]", "parameter_unknown"],
    [{ "metadata[": "x" }, "metadata[", "parameter_unknown"],
    [{ "allowed_payment_method_types[]": "boleto" }, "allowed_payment_method_types", undefined],
    [
      { "payment_method_options[pix][expires_after_seconds]": "59" },
      "payment_method_options[pix][expires_after_seconds]",
      "parameter_invalid_integer",
    ],
  ])("refuses %j by naming %s", async (changes, param, code) => {
    const { status, body } = await create(changes);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: "invalid_request_error", param, message: expect.any(String) });
    expect(body.error.code).toBe(code);
  });

  it("repeats its answer for an idempotency key, for one day and one endpoint", async () => {
    const headers = { "idempotency-key": "key-1" };
    const first = await create({}, headers);
    setup.advance(23 * 60 * 60 * 1000);
    const second = await create({}, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("original-request")).toBe(first.headers.get("request-id"));
    const other = await create({ locale: "en" }, headers);
    expect([other.status, other.body.error.type]).toEqual([400, "idempotency_error"]);
    const elsewhere = await post(
      `/v1/checkout/sessions/${first.body.id}/expire`,
      {},
      {
        authorization: `Bearer ${SECRET_KEY}`,
        ...headers,
      },
    );
    expect((await elsewhere.json()).error.type).toBe("idempotency_error");
    setup.advance(60 * 60 * 1000);
    expect((await create({}, headers)).body.id).not.toBe(first.body.id);
  });

  it.each([
    "/v1/customers",
    "/v1/charges/ch_none",
    "/v1/checkout/sessions/cs_1/pay",
    "/v1/",
    "/v1/payment_intents/pi_none",
  ])("has no %s", async (path) => {
    const response = await fetch(setup.stripe.url + path, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(response.status).toBe(404);
    expect((await response.json()).error.type).toBe("invalid_request_error");
  });

  it("shows the payment behind a session", async () => {
    const { checkoutId } = await openSession();
    await setup.stripe.pay(checkoutId, { method: "pix", outcome: "later" });
    const { paymentId, saleId } = (await setup.payments.findCheckout(checkoutId)) ?? {};
    const response = await fetch(`${setup.stripe.url}/v1/payment_intents/${paymentId}`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(await response.json()).toMatchObject({
      object: "payment_intent",
      amount: 4990,
      amount_received: 0,
      currency: "brl",
      status: "requires_action",
      metadata: { sale_id: saleId },
      payment_method_types: ["pix"],
    });
  });
});

describe("malformed requests", () => {
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(setup.stripe.port, "127.0.0.1", () => socket.end(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
    });
  const head = "Host: x\r\nConnection: close\r\n";

  it.each([
    ["garbage", "\x00\x01\x02\r\n\r\n", /400/],
    ["a path that is no URL", `GET // HTTP/1.1\r\n${head}\r\n`, /404/],
    ["a broken escape", `GET /c/pay/%E0%A4%A HTTP/1.1\r\n${head}\r\n`, /404/],
    ["a verb nobody uses", `PATCH /dev HTTP/1.1\r\n${head}\r\n`, /405/],
    [
      "a body cut off",
      `POST /v1/checkout/sessions HTTP/1.1\r\n${head}Content-Length: 99\r\n\r\nmode`,
      /^$|400/,
    ],
    [
      "too large a body",
      `POST /dev/webhooks HTTP/1.1\r\n${head}Content-Length: 300000\r\n\r\n${"a".repeat(300_000)}`,
      /413/,
    ],
    [
      "too many fields",
      `POST /v1/checkout/sessions HTTP/1.1\r\n${head}Authorization: Bearer ${SECRET_KEY}\r\nContent-Length: 2400\r\n\r\n${"a=1&".repeat(600)}`,
      /400/,
    ],
  ])("%s does not stop it", async (_, text, status) => {
    expect(await raw(text)).toMatch(status);
    expect((await get("/dev")).status).toBe(200);
  });
});

describe("with a data file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "local-stripe-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("keeps sessions over a restart, and delivers then what had not arrived", async () => {
    const dataFile = join(folder, "deep", "stripe.json");
    await setup.close();
    setup = await startSetup({ dataFile });
    const input = aCheckout(setup.now());
    const open = await setup.payments.openCheckout(input);
    const paid = await openSession();
    setup.stripe.pauseWebhooks();
    await setup.stripe.pay(paid.checkoutId, { method: "card", outcome: "succeed" });
    await setup.close();
    setup = await startSetup({ dataFile });
    await setup.receiver.arrived(3);
    expect(readCheckouts(setup.payments, setup.receiver.received)).toMatchObject([
      { fact: { checkoutId: paid.checkoutId } },
    ]);
    const url = `${setup.stripe.url}/c/pay/${open.checkoutId}`;
    expect(await setup.payments.findCheckout(open.checkoutId)).toEqual({ ...open, url });
    expect(await setup.payments.openCheckout(input)).toEqual({ ...open, url });
  });

  it("begins anew beside a file that it cannot read", async () => {
    const dataFile = join(folder, "stripe.json");
    writeFileSync(dataFile, '{"version":1,"sess');
    const stripe = await startStripe({ dataFile, webhookSecret: WEBHOOK_SECRET, secretKey: SECRET_KEY });
    expect(stripe.sessions()).toEqual([]);
    expect(existsSync(`${dataFile}.unreadable`)).toBe(true);
    await stripe.close();
  });
});

it("does not start without its secrets", async () => {
  await expect(startStripe({ webhookSecret: "", secretKey: SECRET_KEY })).rejects.toThrow(/secret/);
  await expect(startStripe({ webhookSecret: WEBHOOK_SECRET, secretKey: "" })).rejects.toThrow(/secret/);
});
