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

/** How often an event is tried before it waits for a person. */
export const eventTries = 12;

/** What may only be early: the event that it builds on can still come. */
const mayBeEarly: SettleError[] = ["unknownPayment"];

/**
 * Takes in an event: stored first, so that it is never lost, then settled and marked in one transaction. A repeat,
 * also at the same instant, does nothing. What cannot be settled is kept with its reason: tried again where it may only
 * be early, for a person to see where not. Throws when the database fails; the provider then delivers again.
 */
export async function takeEvent(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<Settled | "repeat" | "ignored"> {
  await insertPaymentEvent(db, { ...event, now });
  return settleEvent(db, event, now);
}

/** Keeps a signed message that is not understood, where an administrator sees it. Returns the id it has here. */
export async function takeUnreadable(db: Database, message: UnreadableMessage, now: Date): Promise<string> {
  return insertUnreadable(db, { ...message, now });
}

/** Settles an event that is stored. */
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
  return { saleId: "saleId" in fact ? fact.saleId : undefined, paymentIntentId: fact.paymentIntentId };
}
