import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveEvent, receiveUnreadable } from "~/features/orders/settlement/receive-event.server";
import { readBytes } from "~/platform/forms/forms.server";

/** Events are a few kilobytes. */
const eventMaxBytes = 512 * 1024;

export async function loader() {
  throw new Response(null, { status: 404 });
}

/**
 * Settles events at once or by a job: 200 also for repeats, unknown types and malformed events, which are stored for an
 * administrator; 400 for an invalid signature.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { env, payments, db, clock } = context.services;
  // Without a secret, signatures cannot be verified.
  if (!env.STRIPE_WEBHOOK_SECRET || request.method !== "POST") return new Response(null, { status: 404 });
  const body = await readBytes(request, eventMaxBytes);
  const read = payments.readEvent(body, request.headers.get("Stripe-Signature"));
  if (!read.ok && read.error === "badSignature") {
    context.log.warn("a payment event has a bad signature: STRIPE_WEBHOOK_SECRET is not the sender's");
    return new Response("badSignature\n", { status: 400 });
  }
  if (!read.ok) {
    const eventId = await receiveUnreadable(db, read.message, clock());
    context.log.error(
      { eventId, type: read.message.providerType },
      "a signed payment event is not understood",
    );
    return new Response("ok\n");
  }
  const outcome = await receiveEvent(db, read.event, clock());
  if (typeof outcome === "object" && "queued" in outcome) {
    const level = outcome.cause === undefined ? "info" : "warn";
    context.log[level]({ eventId: read.event.id, err: outcome.cause }, "a job settles the payment event");
  } else if (typeof outcome === "object" && !outcome.ok) {
    context.log.error(
      { eventId: read.event.id, reason: outcome.error },
      "payment event could not be settled",
    );
  }
  return new Response("ok\n");
}
