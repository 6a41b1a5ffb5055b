import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import type { KeptMessage, PaymentEvent, ReadEvent, UnreadableMessage } from "./payments";
import { readFact } from "./stripe-fact.server";
import { idText, seconds } from "./stripe-shapes.server";
import { isSigned } from "./stripe-signature.server";

const eventShape = z.object({
  id: idText,
  object: z.literal("event"),
  type: idText,
  created: seconds,
  data: z.object({ object: z.unknown() }),
});

/** Placeholder facts of an event that cannot be parsed. */
const nameShape = z.object({
  id: idText.optional().catch(undefined),
  type: idText.optional().catch(undefined),
});

/**
 * Verifies and parses a webhook request.
 * @param rawBody the body as received
 * @param signature the Stripe-Signature header
 * @param secret the endpoint's secret; with an empty one every request is refused
 */
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

/** Parses a stored event; undefined for one that cannot be parsed. */
export function readKeptStripeEvent({ body, payload }: KeptMessage): PaymentEvent | undefined {
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

/** Invalid UTF-8 is replaced: a garbled name must not block a payment. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
