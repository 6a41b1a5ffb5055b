import type { PaymentEvent, PaymentFact, UnreadableMessage } from "~/integrations/payments/payments";
import type { Database } from "~/platform/db.server";
import { eventTriesAfter } from "./event-retries";
import {
  type EventSubject,
  insertPaymentEvent,
  insertUnreadable,
  markEvent,
} from "./payment-events.queries.server";
import { type Settled, settleSale } from "./settle-sale.server";

/**
 * Stores an event, so that it is never lost, then settles and marks it in one transaction. A repeat, even a concurrent
 * one, changes nothing, and so does a charge that the sale's row says already; of a sale that is not paid yet, its
 * row is all that a charge changes. These are done with once they are stored. An event that cannot be settled keeps its
 * error; it is retried where it may be early, else shown to administrators. Throws when the database fails: the
 * provider then delivers again.
 */
export async function receiveEvent(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<Settled | "known" | "repeat" | "ignored"> {
  const { isRepeat, isKnown } = await insertPaymentEvent(db, { ...event, now });
  if (isRepeat) return "repeat";
  return isKnown ? "known" : settleEvent(db, event, now);
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
  const { settled, isMarked } = await db.transaction().execute(async (trx) => {
    const settled = event.fact
      ? await settleSale(trx, event.fact, now, event.createdAt)
      : ("ignored" as const);
    const error = typeof settled === "object" && !settled.ok ? settled.error : null;
    const isMarked = await markEvent(trx, {
      eventId: event.id,
      subject: subjectOf(event.fact),
      error,
      retries: eventTriesAfter(error),
      now,
    });
    return { settled, isMarked };
  });
  // Of concurrent deliveries one marks the event. The others changed nothing: settling is safe to repeat.
  return isMarked ? settled : "repeat";
}

function subjectOf(fact: PaymentFact | undefined): EventSubject {
  if (!fact) return {};
  return { saleId: "saleId" in fact ? fact.saleId : undefined, paymentId: fact.paymentId };
}
