import type { ActionFunctionArgs } from "@remix-run/node";
import { takeEvent } from "~/features/sales/take-event.server";
import { readText } from "~/platform/forms.server";

/** Stripe's events are a few kilobytes. */
const eventMaxBytes = 512 * 1024;

export async function loader() {
  throw new Response(null, { status: 404 });
}

/** Takes in Stripe's events: 200 also to a repeat and to types unknown, 400 to what is not signed by Stripe. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { env, payments, db, clock } = context.services;
  // Without a secret nothing can be told from a forgery: the endpoint is off.
  if (!env.STRIPE_WEBHOOK_SECRET || request.method !== "POST") return new Response(null, { status: 404 });
  const body = await readText(request, eventMaxBytes);
  const read = payments.readEvent(body, request.headers.get("Stripe-Signature"));
  if (!read.ok) return new Response(`${read.error}\n`, { status: 400 });
  const outcome = await takeEvent(db, read.event, clock());
  if (typeof outcome === "object" && !outcome.ok) {
    context.log.error(
      { eventId: read.event.id, reason: outcome.error },
      "payment event could not be settled",
    );
  }
  return new Response("ok\n");
}
