import type { ChargeDesk } from "./charges";
import { newSession, type SessionParams } from "./new-session";
import { paymentIntentObject, sessionObject } from "./objects";
import { ApiError, missingError } from "./params";
import { type Account, findById, newId, type PaymentIntent, type PaymentMethod, type Session } from "./state";

export interface Attempt {
  method: PaymentMethod;
  /** `later`: Pix and boleto, the session is complete before the money. `show`: Pix, open until it is paid. */
  outcome: "succeed" | "decline" | "later" | "show";
}

export type PayError = "unknownSession" | "notOpen" | "methodNotOffered" | "cannotWait" | "declined";
type PayResult = { ok: true; session: Session } | { ok: false; error: PayError };
type SettleResult = { ok: true } | { ok: false; error: "unknownSession" | "notWaiting" };

/** A session is open, then complete or expired, and after "later" paid or failed. */
export function createCheckoutDesk(account: Account, charges: ChargeDesk) {
  const { state, now, origin, announce, save } = account;
  const { sessions, intents } = state;

  function announceSession(type: string, session: Session) {
    announce(`checkout.session.${type}`, sessionObject(session, origin));
  }

  function endUnpaid(session: Session) {
    session.status = "expired";
    const intent = intents[session.payment_intent ?? ""];
    if (intent) intent.status = "canceled";
    announceSession("expired", session);
  }

  function announceIntent(type: string, intent: PaymentIntent) {
    announce(`payment_intent.${type}`, paymentIntentObject(intent, state, origin));
  }

  function find(id: string): Session | undefined {
    const session = findById(sessions, id);
    if (session?.status === "open" && session.expires_at <= now()) endUnpaid(session);
    return session;
  }

  /** One payment for a session: a second attempt after a refusal continues it. */
  function intentFor(session: Session, method: PaymentMethod): PaymentIntent {
    const known = intents[session.payment_intent ?? ""];
    const intent: PaymentIntent = {
      id: known?.id ?? newId("pi_"),
      created: known?.created ?? now(),
      status: "requires_payment_method",
      amount: session.amount_total,
      currency: session.currency,
      metadata: session.payment_intent_metadata,
      payment_method: method,
      payable_until: null,
      latest_charge: null,
    };
    intents[intent.id] = intent;
    session.payment_intent = intent.id;
    return intent;
  }

  /** A charge, what that means for the session, and then how it was booked. */
  function takeMoney(session: Session, intent: PaymentIntent, type: string) {
    intent.status = "succeeded";
    session.payment_status = "paid";
    const charge = charges.make(intent);
    announceSession(type, session);
    charges.bookInTime(charge);
  }

  return {
    find,
    findIntent: (id: string | null) => findById(intents, id),

    open(params: SessionParams): Session {
      const session = newSession(params, now());
      sessions[session.id] = session;
      save();
      return session;
    },

    /** Throws ApiError for an unknown session or one that is not open. */
    expire(id: string): Session {
      const session = find(id);
      if (!session) throw missingError("session", "checkout.session", id);
      if (session.status !== "open") {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
        throw new ApiError(400, { type: "invalid_request_error", message });
      }
      endUnpaid(session);
      return session;
    },

    pay(id: string, { method, outcome }: Attempt): PayResult {
      const session = find(id);
      if (!session) return { ok: false, error: "unknownSession" };
      if (session.status !== "open") return { ok: false, error: "notOpen" };
      if (!session.payment_method_types.includes(method)) return { ok: false, error: "methodNotOffered" };
      if (outcome === "later" && method === "card") return { ok: false, error: "cannotWait" };
      if (outcome === "show" && method !== "pix") return { ok: false, error: "cannotWait" };
      const intent = intentFor(session, method);
      if (outcome === "decline") {
        announceIntent("payment_failed", intent);
        return { ok: false, error: "declined" };
      }
      if (outcome === "show" || outcome === "later") {
        intent.status = "requires_action";
        intent.payable_until = payableUntil(method, session, now());
      }
      if (outcome === "show") {
        announceIntent("requires_action", intent);
        return { ok: true, session };
      }
      session.status = "complete";
      if (outcome === "later") {
        announceSession("completed", session);
      } else {
        takeMoney(session, intent, "completed");
      }
      return { ok: true, session };
    },

    settle(id: string, outcome: "succeeded" | "failed"): SettleResult {
      const session = find(id);
      if (!session) return { ok: false, error: "unknownSession" };
      const intent = intents[session.payment_intent ?? ""];
      if (intent?.status !== "requires_action") return { ok: false, error: "notWaiting" };
      const isOpen = session.status === "open";
      if (outcome === "succeeded") {
        session.status = "complete";
        takeMoney(session, intent, isOpen ? "completed" : "async_payment_succeeded");
      } else {
        intent.status = "requires_payment_method";
        if (isOpen) save();
        else announceSession("async_payment_failed", session);
      }
      return { ok: true };
    },

    expireDue(): void {
      for (const id of Object.keys(sessions)) find(id);
    },
  };
}

/** The buyer has finished, and the money is still to come. */
export function isWaiting(session: Session, intent: PaymentIntent | undefined): boolean {
  return session.status === "complete" && intent?.status === "requires_action";
}

/** https://docs.stripe.com/payments/pix */
const PIX_SECONDS = 4 * 60 * 60;
/** In calendar days of São Paulo: https://docs.stripe.com/payments/boleto */
const BOLETO_DAYS = 3;
const DAY_SECONDS = 24 * 60 * 60;
/** São Paulo has had no summer time since 2019. */
const SAO_PAULO_SECONDS = 3 * 60 * 60;

/** Seconds since 1970; a boleto until its last day is over. Null for a method that is not paid later. */
function payableUntil(method: PaymentMethod, session: Session, now: number): number | null {
  if (method === "card") return null;
  if (method === "pix") return now + (session.pix_expires_after_seconds ?? PIX_SECONDS);
  const today = Math.floor((now - SAO_PAULO_SECONDS) / DAY_SECONDS);
  const lastDay = today + (session.boleto_expires_after_days ?? BOLETO_DAYS);
  return (lastDay + 1) * DAY_SECONDS + SAO_PAULO_SECONDS - 1;
}
