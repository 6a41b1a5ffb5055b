import { createServer } from "node:http";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { PaymentsRefused } from "~/integrations/payments/payments-errors";
import { failureOf } from "../support/failure-of";
import { closeServer, listen } from "../support/listen";
import { aCheckout, readAll, startSetup } from "./payments-setup";

const setup = await startSetup();
afterAll(setup.close);
afterEach(() => {
  setup.stripe.setApiFault(undefined);
  setup.receiver.received.length = 0;
});

const minutes = (count: number) => count * 60_000;
const later = (milliseconds: number) => new Date(setup.now().getTime() + milliseconds);

describe("opening a checkout", () => {
  it("returns a payable session with the sale's id", async () => {
    const input = aCheckout(setup.now());
    const checkout = await setup.payments.openCheckout(input);
    expect(checkout).toEqual({
      checkoutId: expect.stringMatching(/^cs_test_[A-Za-z0-9]{58}$/),
      saleId: input.saleId,
      terms: input.terms,
      openedAt: setup.now(),
      url: `${setup.stripe.url}/c/pay/${checkout.checkoutId}`,
      status: "open",
      paid: false,
      failed: false,
      paymentId: undefined,
      amountCents: 4990,
      currency: "BRL",
      expiresAt: input.expiresAt,
    });
    expect(await setup.payments.findCheckout(checkout.checkoutId)).toEqual(checkout);
  });

  it.each([
    ["BRL", 4990, ["card", "pix", "boleto"], ["card", "pix", "boleto"], 1800],
    ["BRL", 499, ["card", "pix", "boleto"], ["card", "pix"], 1800],
    ["BRL", 4990, ["card"], ["card"], null],
    ["USD", 4990, ["card"], ["card"], null],
  ] as const)(
    "in %s for %i cents, asked for %j, offers %j",
    async (currency, amountCents, methods, offered, pixSeconds) => {
      const input = aCheckout(setup.now(), { currency, amountCents, methods: [...methods], locale: "en" });
      const { checkoutId } = await setup.payments.openCheckout(input);
      const metadata = {
        sale_id: input.saleId,
        buyer_id: input.terms.buyerId,
        video_id: input.terms.videoId,
        platform_share_bp: "1500",
      };
      expect(setup.stripe.sessions().find(({ id }) => id === checkoutId)).toMatchObject({
        payment_method_types: offered,
        pix_expires_after_seconds: pixSeconds,
        locale: "en",
        client_reference_id: input.saleId,
        metadata,
        payment_intent_metadata: metadata,
        customer_email: "ana@example.com",
        product_name: "Pão de queijo em casa",
        cancel_url: "http://localhost:3000/videos/1",
      });
    },
  );

  it.each([
    ["/back", "/back?session_id={CHECKOUT_SESSION_ID}"],
    ["/back?a=1#top", "/back?a=1&session_id={CHECKOUT_SESSION_ID}#top"],
  ])("adds the session id to the query of %s", async (asked, sent) => {
    const successUrl = `http://localhost:3000${asked}`;
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now(), { successUrl }));
    const session = setup.stripe.sessions().find(({ id }) => id === checkoutId);
    expect(session?.success_url).toBe(`http://localhost:3000${sent}`);
  });

  it("returns one session for ten concurrent requests of one sale", async () => {
    const input = aCheckout(setup.now());
    const before = setup.stripe.sessions().length;
    const checkouts = await Promise.all(Array.from({ length: 10 }, () => setup.payments.openCheckout(input)));
    expect(new Set(checkouts.map(({ checkoutId }) => checkoutId)).size).toBe(1);
    expect(setup.stripe.sessions()).toHaveLength(before + 1);
  });

  it("refuses the same sale at another price", async () => {
    const input = aCheckout(setup.now());
    await setup.payments.openCheckout(input);
    const failure = await failureOf(
      setup.payments.openCheckout({ ...input, amountCents: 1 + input.amountCents }),
    );
    expect(failure).toBeInstanceOf(PaymentsRefused);
    expect(failure).toMatchObject({
      reason: "repeatedDifferently",
      requestId: expect.stringMatching(/^req_/),
    });
  });

  it("accepts R$ 0,50 and refuses R$ 0,49, and the sale can then be corrected", async () => {
    const input = aCheckout(setup.now(), { amountCents: 49 });
    const failure = await failureOf(setup.payments.openCheckout(input));
    expect(failure).toBeInstanceOf(PaymentsRefused);
    expect(failure).toMatchObject({ reason: "amountTooSmall" });
    expect(await setup.payments.openCheckout({ ...input, amountCents: 50 })).toMatchObject({
      amountCents: 50,
    });
  });

  it.each([
    ["an expiry under 30 minutes", { expiresAt: new Date(0) }],
    ["an expiry over 24 hours", { expiresAt: new Date("2027-11-20T12:00:00Z") }],
    ["an empty title", { title: "" }],
    ["an address without a scheme", { cancelUrl: "/videos/1" }],
    ["no e-mail address", { buyerEmail: "ana" }],
  ])("refuses %s", async (_, changes) => {
    const failure = await failureOf(setup.payments.openCheckout(aCheckout(setup.now(), changes)));
    expect(failure).toBeInstanceOf(PaymentsRefused);
    expect(failure).toMatchObject({ reason: "invalid" });
  });

  it.each([30, 24 * 60])("accepts an expiry exactly %i minutes ahead", async (ahead) => {
    const expiresAt = later(minutes(ahead));
    expect(await setup.payments.openCheckout(aCheckout(setup.now(), { expiresAt }))).toMatchObject({
      expiresAt,
    });
  });
});

describe("finding a checkout", () => {
  it.each(["cs_test_unknown", "", "..", "cs_../../v1/events", "pi_123", "cs_test_a?expand[]=x"])(
    "returns undefined for %j",
    async (checkoutId) => {
      expect(await setup.payments.findCheckout(checkoutId)).toBeUndefined();
      expect(await setup.payments.expireCheckout(checkoutId)).toBeUndefined();
    },
  );

  it("returns an expired one, and announces the expiry once", async () => {
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
    setup.advance(minutes(60) - 1000);
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({ status: "open" });
    setup.advance(1000);
    expect(await setup.payments.findCheckout(checkoutId)).toMatchObject({
      status: "expired",
      url: undefined,
    });
    await setup.stripe.expireDue();
    const ours = readAll(setup.payments, setup.receiver.received).filter(
      ({ fact }) => fact && "checkoutId" in fact && fact.checkoutId === checkoutId,
    );
    expect(ours.map(({ fact }) => fact?.kind)).toEqual(["checkoutExpired"]);
    expect(await setup.stripe.pay(checkoutId, { method: "card", outcome: "succeed" })).toEqual({
      ok: false,
      error: "notOpen",
    });
  });
});

describe("ending a checkout", () => {
  it("expires an open one, and returns it again when repeated", async () => {
    const { checkoutId } = await setup.payments.openCheckout(aCheckout(setup.now()));
    expect(await setup.payments.expireCheckout(checkoutId)).toMatchObject({ status: "expired", paid: false });
    expect(await setup.payments.expireCheckout(checkoutId)).toMatchObject({ checkoutId, status: "expired" });
  });
});

describe("an outage of the payment provider", () => {
  it("ends at its time limit during an endless response", async () => {
    const dripping = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    });
    const port = await listen(dripping);
    const payments = setup.paymentsAt(`http://127.0.0.1:${port}`, { timeoutMs: 200 });
    expect(await failureOf(payments.findCheckout("cs_test_1"))).toMatchObject({ reason: "timeout" });
    await closeServer(dripping);
  });

  it("is retried once, and opens one session only", async () => {
    const input = aCheckout(setup.now());
    const { payments, calls } = await setup.loseFirstAnswer();
    const checkout = await payments.openCheckout(input);
    expect(calls()).toBe(2);
    const opened = setup.stripe.sessions().filter(({ metadata }) => metadata.sale_id === input.saleId);
    expect(opened.map(({ id }) => id)).toEqual([checkout.checkoutId]);
  });

  it.each(["stripe", "ftp://127.0.0.1", "http://127.0.0.1:1/v1", "http://user@127.0.0.1"])(
    "does not begin with the API at %j",
    (apiUrl) => {
      expect(() => setup.paymentsAt(apiUrl)).toThrow(/origin/);
    },
  );
});
