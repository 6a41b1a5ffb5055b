import Stripe from "stripe";
import { z } from "zod";
import type { Clock } from "~/platform/clock";
import type { PaymentEvent, ReadEvent } from "./payments";
import { readFact } from "./stripe-fact.server";

/** How far a signature's time may be from ours, in seconds: Stripe's own figure, https://docs.stripe.com/webhooks */
const TOLERANCE_SECONDS = 300;

const eventShape = z.object({
  id: z.string().min(1),
  object: z.literal("event"),
  type: z.string().min(1),
  created: z.number().int(),
  data: z.object({ object: z.unknown() }),
});

/**
 * Checks and reads one webhook message.
 * @param rawBody the body as it came
 * @param signature the Stripe-Signature header
 * @param secret the endpoint's secret; with an empty one nothing is ever accepted
 */
export function readStripeEvent(
  rawBody: string,
  signature: string | null,
  secret: string,
  clock: Clock,
): ReadEvent {
  if (!isSigned(rawBody, signature, secret, clock())) return { ok: false, error: "badSignature" };
  const event = parseStripeEvent(parseJson(rawBody));
  return event ? { ok: true, event } : { ok: false, error: "malformed" };
}

/** Reads a message whose signature was checked; undefined for one that does not look like Stripe's. */
export function parseStripeEvent(payload: unknown): PaymentEvent | undefined {
  const envelope = eventShape.safeParse(payload);
  if (!envelope.success) return undefined;
  const { id, type, created, data } = envelope.data;
  const fact = readFact(type, data.object);
  if (fact === "malformed") return undefined;
  return { id, type, createdAt: new Date(created * 1000), payload, fact };
}

function isSigned(rawBody: string, signature: string | null, secret: string, now: Date): boolean {
  if (!signature || isFromTheFuture(signature, now)) return false;
  try {
    const { signature: signatures } = Stripe.webhooks;
    return (
      signatures?.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()) ??
      false
    );
  } catch {
    // Not only its signature error: the SDK throws a plain one for a header such as "t=1,v1=".
    return false;
  }
}

/** The SDK only refuses old signatures. A clock ahead of ours is no better proof, and would stretch the time for a replay. */
function isFromTheFuture(signature: string, now: Date): boolean {
  return signature
    .split(",")
    .filter((item) => item.startsWith("t="))
    .some((item) => !(Number(item.slice(2)) - Math.floor(now.getTime() / 1000) <= TOLERANCE_SECONDS));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
