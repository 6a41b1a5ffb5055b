import type { PaymentEvent, PaymentFact, UnreadableMessage } from "~/integrations/payments/payments";
import type { Database } from "~/platform/db.server";
import {
  type EventSubject,
  insertPaymentEvent,
  insertUnreadable,
  lockPaymentEvent,
  markEventSettled,
  markEventTried,
} from "./payment-events.queries.server";
import { type Settled, type SettleError, settleSale } from "./settle-sale.server";

/** Attempts to settle an event before it waits for an administrator. */
export const eventTries = 12;

/** Errors of an event that may be early: the one it depends on can still arrive. */
const mayBeEarly: SettleError[] = ["unknownPayment"];

/**
 * Stores an event, so that it is never lost, then settles and marks it in one transaction. A repeat, even a concurrent
 * one, changes nothing. An event that cannot be settled keeps its error; it is retried where it may be early, else
 * shown to administrators. Throws when the database fails: the provider then delivers again.
 */
export async function receiveEvent(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<Settled | "repeat" | "ignored"> {
  await insertPaymentEvent(db, { ...event, now });
  return settleEvent(db, event, now);
}

/** Stores a signed body that cannot be parsed, for administrators to see. Returns its stored id. */
export async function receiveUnreadable(
  db: Database,
  message: UnreadableMessage,
  now: Date,
): Promise<string> {
  return insertUnreadable(db, { ...message, now });
}

export async function settleEvent(
  db: Database,
  event: Pick<PaymentEvent, "id" | "fact" | "createdAt">,
  now: Date,
): Promise<Settled | "repeat" | "ignored"> {
  return db.transaction().execute(async (trx) => {
    const { settled_at, attempts } = await lockPaymentEvent(trx, event.id);
    if (settled_at) return "repeat";
    const settled = event.fact ? await settleSale(trx, event.fact, now, event.createdAt) : "ignored";
    const subject = subjectOf(event.fact);
    const error = typeof settled === "object" && !settled.ok ? settled.error : null;
    if (error && mayBeEarly.includes(error) && attempts + 1 < eventTries)
      await markEventTried(trx, { eventId: event.id, subject, error });
    else await markEventSettled(trx, { eventId: event.id, subject, error, now });
    return settled;
  });
}

function subjectOf(fact: PaymentFact | undefined): EventSubject {
  if (!fact) return {};
  return { saleId: "saleId" in fact ? fact.saleId : undefined, paymentId: fact.paymentId };
}
