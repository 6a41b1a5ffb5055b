import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import type {
  CheckoutFact,
  PaymentEvent,
  PaymentFact,
  ReadEvent,
  StoredEvent,
  UnreadableMessage,
} from "./payments";
import { parseCharge, parseRefund } from "./stripe-charge.server";
import { idText, seconds } from "./stripe-client.server";
import { parseDispute } from "./stripe-dispute.server";
import { parseCheckout } from "./stripe-session.server";

type ReadFact = PaymentFact | undefined | "malformed";

const ofCheckout = (kind: CheckoutFact["kind"]) => (object: unknown) =>
  withKind(kind, withoutFailed(parseCheckout(object)));
const ofCharge = (object: unknown) => withKind("charge", parseCharge(object));
const ofRefund = (object: unknown) => withKind("refund", parseRefund(object));
const ofDispute = (object: unknown) => withKind("dispute", parseDispute(object));

/** Listed in the README: https://docs.stripe.com/api/events/types */
const FACT_OF_TYPE = new Map<string, (object: unknown) => ReadFact>([
  ["checkout.session.completed", ofCheckout("checkoutCompleted")],
  ["checkout.session.async_payment_succeeded", ofCheckout("checkoutPaid")],
  ["checkout.session.async_payment_failed", ofCheckout("checkoutFailed")],
  ["checkout.session.expired", ofCheckout("checkoutExpired")],
  ["charge.succeeded", ofCharge],
  ["charge.updated", ofCharge],
  ["refund.created", ofRefund],
  ["refund.updated", ofRefund],
  ["refund.failed", ofRefund],
  ["charge.dispute.created", ofDispute],
  ["charge.dispute.updated", ofDispute],
  ["charge.dispute.closed", ofDispute],
  ["charge.dispute.funds_withdrawn", ofDispute],
  ["charge.dispute.funds_reinstated", ofDispute],
]);

export const webhookEventTypes: readonly string[] = [...FACT_OF_TYPE.keys()];

function readFact(type: string, object: unknown): ReadFact {
  return FACT_OF_TYPE.get(type)?.(object);
}

/** An event does not expand the payment: its type says whether it failed. */
function withoutFailed(checkout: ReturnType<typeof parseCheckout>) {
  if (typeof checkout !== "object") return checkout;
  const { failed: _, ...checkoutFields } = checkout;
  return checkoutFields;
}

function withKind<K extends PaymentFact["kind"], T extends object>(
  kind: K,
  parsed: T | undefined | "malformed",
): ({ kind: K } & T) | undefined | "malformed" {
  return typeof parsed === "object" ? { kind, ...parsed } : parsed;
}

/** https://docs.stripe.com/webhooks */
const TOLERANCE_SECONDS = 300;

/**
 * Checks the bytes as received: the SDK decodes them first, which refuses what is not UTF-8. `header`:
 * `t=<seconds>,v1=<hex>`, with one `v1` per secret while one is being changed. https://docs.stripe.com/webhooks/signature
 */
function isSigned(body: Uint8Array, header: string | null, secret: string, now: Date): boolean {
  if (!header || secret.trim() === "" || body.length === 0) return false;
  const items = header.split(",").map((item) => item.split("=", 2) as [string, string | undefined]);
  const valuesOf = (scheme: string) => items.filter(([name]) => name === scheme).map(([, value]) => value);
  const [time, ...otherTimes] = valuesOf("t");
  if (time === undefined || otherTimes.length > 0 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(Number(time) - Math.floor(now.getTime() / 1000)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return valuesOf("v1").some(
    (given) =>
      given !== undefined &&
      /^[0-9a-f]{64}$/.test(given) &&
      timingSafeEqual(expected, Buffer.from(given, "hex")),
  );
}

const eventShape = z.object({
  id: idText,
  object: z.literal("event"),
  type: idText,
  created: seconds,
  data: z.object({ object: z.unknown() }),
});

/** Of an event that cannot be parsed. */
const nameShape = z.object({
  id: idText.optional().catch(undefined),
  type: idText.optional().catch(undefined),
});

/** `signature`: the Stripe-Signature header. With an empty `secret` every request is refused. */
export function readStripeEvent(
  rawBody: string | Uint8Array,
  signature: string | null,
  secret: string,
  clock: Clock,
): ReadEvent {
  const body = Buffer.from(rawBody);
  if (!isSigned(body, signature, secret, clock())) return { ok: false, error: "badSignature" };
  const payload = parseJson(body);
  const event = parseStripeEvent(payload);
  if (event) return { ok: true, event: { ...event, body } };
  return { ok: false, error: "malformed", message: nameUnreadable(payload, body) };
}

export function readStoredStripeEvent({ body, payload }: StoredEvent): PaymentEvent | undefined {
  const event = parseStripeEvent(body ? parseJson(body) : payload);
  return event && { ...event, body: body ?? Buffer.from(JSON.stringify(payload)) };
}

function parseStripeEvent(payload: unknown): Omit<PaymentEvent, "body"> | undefined {
  const envelope = eventShape.safeParse(payload);
  if (!envelope.success) return undefined;
  const { id, type, created, data } = envelope.data;
  const fact = readFact(type, data.object);
  if (fact === "malformed") return undefined;
  return { id, providerType: type, createdAt: new Date(created * 1000), payload, fact };
}

function nameUnreadable(payload: unknown, body: Uint8Array): UnreadableMessage {
  const named = nameShape.safeParse(payload).data;
  const digest = createHash("sha256").update(body).digest("hex");
  return { id: named?.id, digest, providerType: named?.type ?? "?", payload, body };
}

/** Replaces invalid UTF-8: a garbled name must not block a payment. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
