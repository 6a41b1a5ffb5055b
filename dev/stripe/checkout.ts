import type { Clock } from "~/integrations/clock";
import { ApiError, missingError } from "./api-error";
import type { ChargeDesk } from "./charges";
import { newId } from "./ids";
import { newSession } from "./new-session";
import { sessionObject } from "./objects";
import { payableUntil } from "./payable-until";
import { paymentIntentObject } from "./payment-objects";
import type { SessionParams } from "./session-params";
import type { PaymentIntent, PaymentMethod, Session, Store } from "./state";

export interface Attempt {
  method: PaymentMethod;
  /** `later`: Pix and boleto, the session is complete before the money. `show`: Pix, open until it is paid. */
  outcome: "succeed" | "decline" | "later" | "show";
}

export type PayError = "unknownSession" | "notOpen" | "methodNotOffered" | "cannotWait" | "declined";
export type PayResult = { ok: true; session: Session } | { ok: false; error: PayError };
export type SettleResult = { ok: true } | { ok: false; error: "unknownSession" | "notWaiting" };

/** A session is open, then complete or expired, and after "later" paid or failed. */
export interface CheckoutDesk {
  open(params: SessionParams): Session;
  find(id: string): Session | undefined;
  findIntent(id: string): PaymentIntent | undefined;
  /** Throws ApiError for an unknown session or one that is not open. */
  expire(id: string): Session;
  pay(id: string, attempt: Attempt): PayResult;
  settle(id: string, outcome: "succeeded" | "failed"): SettleResult;
  expireDue(): void;
}

interface DeskOptions {
  store: Store;
  clock: Clock;
  origin: string;
  charges: ChargeDesk;
  announce: (type: string, object: unknown) => void;
}

export function createCheckoutDesk({ store, clock, origin, charges, announce }: DeskOptions): CheckoutDesk {
  const { sessions, intents } = store.state;
  const now = () => Math.floor(clock().getTime() / 1000);

  function announceSession(type: string, session: Session) {
    announce(`checkout.session.${type}`, sessionObject(session, origin));
    store.save();
  }

  function endUnpaid(session: Session) {
    session.status = "expired";
    const intent = intents[session.payment_intent ?? ""];
    if (intent) intent.status = "canceled";
    announceSession("expired", session);
  }

  function find(id: string): Session | undefined {
    const session = Object.hasOwn(sessions, id) ? sessions[id] : undefined;
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
    findIntent: (id) => (Object.hasOwn(intents, id) ? intents[id] : undefined),

    open(params) {
      const session = newSession(params, now());
      sessions[session.id] = session;
      store.save();
      return session;
    },

    expire(id) {
      const session = find(id);
      if (!session) throw missingError("session", "checkout.session", id);
      if (session.status !== "open") {
        const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
        throw new ApiError(400, { type: "invalid_request_error", message });
      }
      endUnpaid(session);
      return session;
    },

    pay(id, { method, outcome }) {
      const session = find(id);
      if (!session) return { ok: false, error: "unknownSession" };
      if (session.status !== "open") return { ok: false, error: "notOpen" };
      if (!session.payment_method_types.includes(method)) return { ok: false, error: "methodNotOffered" };
      if (outcome === "later" && method === "card") return { ok: false, error: "cannotWait" };
      if (outcome === "show" && method !== "pix") return { ok: false, error: "cannotWait" };
      const intent = intentFor(session, method);
      if (outcome === "decline") {
        announce("payment_intent.payment_failed", paymentIntentObject(intent, store.state, origin));
        store.save();
        return { ok: false, error: "declined" };
      }
      if (outcome === "show" || outcome === "later") {
        intent.status = "requires_action";
        intent.payable_until = payableUntil(method, session, now());
      }
      if (outcome === "show") {
        announce("payment_intent.requires_action", paymentIntentObject(intent, store.state, origin));
        store.save();
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

    settle(id, outcome) {
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
        if (isOpen) store.save();
        else announceSession("async_payment_failed", session);
      }
      return { ok: true };
    },

    expireDue() {
      for (const id of Object.keys(sessions)) find(id);
    },
  };
}

/** The buyer has finished, and the money is still to come. */
export function isWaiting(session: Session, intent: PaymentIntent | undefined): boolean {
  return session.status === "complete" && intent?.status === "requires_action";
}
