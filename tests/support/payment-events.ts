import { receiveEvent } from "~/features/orders/settlement/receive-event.server";
import type { PaymentEvent } from "~/integrations/payments/payments";
import { eventObject, sessionObject } from "../../dev/stripe/objects";
import type { Session } from "../../dev/stripe/state";
import { signWebhook } from "../../dev/stripe/webhooks";
import type { TestWorld } from "./test-services";

/** What Stripe can announce of a checkout. */
export const checkoutEvents = {
  completedPaid: { type: "checkout.session.completed", status: "complete", payment_status: "paid" },
  completedUnpaid: { type: "checkout.session.completed", status: "complete", payment_status: "unpaid" },
  asyncSucceeded: {
    type: "checkout.session.async_payment_succeeded",
    status: "complete",
    payment_status: "paid",
  },
  asyncFailed: {
    type: "checkout.session.async_payment_failed",
    status: "complete",
    payment_status: "unpaid",
  },
  expired: { type: "checkout.session.expired", status: "expired", payment_status: "unpaid" },
} as const;

export type CheckoutEvent = keyof typeof checkoutEvents;

/** The sale a checkout is for, as far as Stripe knows it. */
export interface ReportedSale {
  id: string;
  checkoutId: string;
  paymentId?: string | null;
  amountCents?: number;
  currency?: string;
}

let made = 0;

/** One message of Stripe's, as it is sent: the body, and its signature by the world's secret. */
export function makeWebhook(world: TestWorld, event: CheckoutEvent, sale: ReportedSale) {
  const { type, status, payment_status } = checkoutEvents[event];
  const { services } = world;
  const now = Math.floor(services.clock().getTime() / 1000);
  const session: Session = {
    id: sale.checkoutId,
    created: now,
    expires_at: now + 3_600,
    status,
    payment_status,
    amount_total: sale.amountCents ?? 4990,
    currency: sale.currency ?? "brl",
    product_name: "Pão de queijo",
    success_url: "http://localhost:3000/checkout/return",
    cancel_url: null,
    client_reference_id: sale.id,
    customer_email: "beto@example.com",
    locale: "pt-BR",
    metadata: { sale_id: sale.id },
    payment_intent: sale.paymentId === undefined ? `pi_${sale.checkoutId}` : sale.paymentId,
    payment_intent_metadata: { sale_id: sale.id },
    allowed_payment_method_types: null,
    payment_method_types: ["card"],
    pix_expires_after_seconds: null,
    boleto_expires_after_days: null,
  };
  made += 1;
  const id = `evt_test_${made}`;
  return { id, ...sign(world, eventObject(id, type, now, sessionObject(session, "http://127.0.0.1"))) };
}

/** Any object as a webhook's body, signed. */
export const sign = (world: TestWorld, message: unknown) => signBody(world, JSON.stringify(message));

function signBody({ services }: TestWorld, body: string): { body: string; signature: string } {
  const at = Math.floor(services.clock().getTime() / 1000);
  return { body, signature: signWebhook(body, services.env.STRIPE_WEBHOOK_SECRET ?? "", at) };
}

/** The message as the product reads it. */
export function readWebhook(
  { services }: TestWorld,
  { body, signature }: { body: string; signature: string },
): PaymentEvent {
  const read = services.payments.readEvent(body, signature);
  if (!read.ok) throw new Error(read.error);
  return read.event;
}

/** Makes a message of Stripe's and hands it in. */
export async function tell(world: TestWorld, event: CheckoutEvent, sale: ReportedSale) {
  return handIn(world, makeWebhook(world, event, sale).body);
}

/** Hands in a message of the local Stripe, signed at the world's time. */
export async function handIn(world: TestWorld, body: string) {
  const { db, clock } = world.services;
  return receiveEvent(db, readWebhook(world, signBody(world, body)), clock());
}
