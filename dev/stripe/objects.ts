import type { Session } from "./state";

/** The one of the SDK in package.json. */
export const API_VERSION = "2026-10-28.endive";

/** https://docs.stripe.com/api/checkout/sessions/object. `origin`: of the pay page. `payment`: if expanded. */
export function sessionObject(session: Session, origin: string, payment?: unknown) {
  return {
    id: session.id,
    object: "checkout.session",
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount_subtotal: session.amount_total,
    amount_total: session.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    client_secret: null,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_creation: "if_required",
    customer_details: session.customer_email && {
      address: null,
      email: session.customer_email,
      name: null,
      phone: null,
      tax_exempt: "none",
      tax_ids: null,
    },
    customer_email: session.customer_email,
    expires_at: session.expires_at,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: "payment",
    payment_intent: payment ?? session.payment_intent,
    payment_method_collection: "if_required",
    payment_method_options: {
      ...(session.pix_expires_after_seconds === null
        ? {}
        : { pix: { expires_after_seconds: session.pix_expires_after_seconds } }),
      ...(session.boleto_expires_after_days === null
        ? {}
        : { boleto: { expires_after_days: session.boleto_expires_after_days } }),
    },
    payment_method_types: session.payment_method_types,
    payment_status: session.payment_status,
    status: session.status,
    submit_type: null,
    success_url: session.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.status === "open" ? `${origin}/c/pay/${session.id}` : null,
  };
}

/** https://docs.stripe.com/api/events/object */
export function eventObject(id: string, type: string, created: number, object: unknown) {
  return {
    id,
    object: "event",
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
