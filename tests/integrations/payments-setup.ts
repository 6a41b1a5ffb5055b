import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import type { OpenCheckout, PaymentEvent, Payments } from "~/integrations/payments/payments";
import { createStripePayments } from "~/integrations/payments/stripe.server";
import type { Attempt } from "../../dev/stripe/checkout";
import type { LocalStripe, StripeOptions } from "../../dev/stripe/server";
import { startStripe } from "../../dev/stripe/server";
import { closeServer, listen } from "../support/listen";
import { type ReceivedWebhook, type Receiver, startReceiver } from "./payments-receiver";

export const SECRET_KEY = "sk_test_contract";
export const WEBHOOK_SECRET = "whsec_contract";

export interface Setup {
  stripe: LocalStripe;
  receiver: Receiver;
  payments: Payments;
  /** Moves the clock that both sides go by. */
  advance(milliseconds: number): void;
  now(): Date;
  /** The adapter against another server, without retries. */
  paymentsAt(apiUrl: string, more?: Partial<StripeSettings>): Payments;
  /** The adapter against a server that passes everything on and loses the first response to a POST. */
  loseFirstAnswer(): Promise<{ payments: Payments; calls(): number }>;
  close(): Promise<void>;
}

type StripeSettings = Parameters<typeof createStripePayments>[0];

/** The adapter, the local Stripe and an endpoint for webhooks, joined over real HTTP and going by one clock. */
export async function startSetup(options: Partial<StripeOptions> = {}): Promise<Setup> {
  let now = new Date("2026-11-20T12:00:00Z").getTime();
  const clock = () => new Date(now);
  const receiver = await startReceiver();
  const stripe = await startStripe({
    webhookUrl: receiver.url,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    retryDelaysMs: [10, 10, 10],
    clock,
    ...options,
  });
  const secrets = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET };
  const paymentsAt: Setup["paymentsAt"] = (apiUrl, more = {}) =>
    createStripePayments({ ...secrets, apiUrl, clock, maxNetworkRetries: 0, ...more });
  const lossy: Server[] = [];
  return {
    stripe,
    receiver,
    payments: paymentsAt(stripe.url),
    now: clock,
    paymentsAt,
    async loseFirstAnswer() {
      let calls = 0;
      const server = createServer(async (request, response) => {
        const { authorization = "", "idempotency-key": key = "" } = request.headers;
        const isPost = request.method === "POST";
        if (isPost) calls += 1;
        const isLost = isPost && calls === 1;
        const answer = await fetch(stripe.url + request.url, {
          method: request.method,
          headers: { authorization, "idempotency-key": String(key) },
          body: isPost ? await text(request) : undefined,
        });
        const body = await answer.text();
        // Lost after the work was done.
        if (isLost) request.socket.destroy();
        else response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
      });
      lossy.push(server);
      const port = await listen(server);
      const payments = paymentsAt(`http://127.0.0.1:${port}`, { maxNetworkRetries: 2 });
      return { payments, calls: () => calls };
    },
    advance(milliseconds) {
      now += milliseconds;
    },
    async close() {
      await Promise.all(lossy.map(closeServer));
      await stripe.close();
      await receiver.close();
    },
  };
}

let sales = 0;

/** A checkout of R$ 49,90 that lasts an hour, for a sale of its own. */
export function aCheckout(now: Date, changes: Partial<OpenCheckout> = {}): OpenCheckout {
  sales += 1;
  return {
    saleId: `00000000-0000-4000-8000-${String(sales).padStart(12, "0")}`,
    terms: {
      buyerId: "00000000-0000-4000-9000-000000000001",
      videoId: "00000000-0000-4000-9000-000000000002",
      platformShareBp: 1_500,
      isGift: false,
    },
    title: "Pão de queijo em casa",
    amountCents: 4990,
    currency: "BRL",
    methods: ["card", "pix", "boleto"],
    buyerEmail: "ana@example.com",
    locale: "pt",
    successUrl: "http://localhost:3000/checkout/return",
    cancelUrl: "http://localhost:3000/videos/1",
    expiresAt: new Date(now.getTime() + 60 * 60 * 1000),
    ...changes,
  };
}

/** What the adapter makes of deliveries; each must be accepted. */
export function readAll(payments: Payments, received: ReceivedWebhook[]): PaymentEvent[] {
  return received.map(({ body, signature }) => {
    const read = payments.readEvent(body, signature);
    if (!read.ok) throw new Error(`A delivery was refused: ${read.error}`);
    return read.event;
  });
}

/** The same, of checkouts alone: a payment also announces its charge. */
export function readCheckouts(payments: Payments, received: ReceivedWebhook[]): PaymentEvent[] {
  return readAll(payments, received).filter(({ providerType }) => providerType.startsWith("checkout."));
}

export interface Paid {
  checkoutId: string;
  saleId: string;
  paymentId: string;
}

/** A checkout gone through to its end: paid, or left for later. */
export async function payFor(
  { payments, stripe, now }: Setup,
  how: Attempt = { method: "card", outcome: "succeed" },
  changes: Partial<OpenCheckout> = {},
): Promise<Paid> {
  const input = aCheckout(now(), changes);
  const { checkoutId } = await payments.openCheckout(input);
  const result = await stripe.pay(checkoutId, how);
  const paymentId = result.ok ? result.session.payment_intent : undefined;
  if (!paymentId) throw new Error("The payment did not go through");
  return { checkoutId, saleId: input.saleId, paymentId };
}
