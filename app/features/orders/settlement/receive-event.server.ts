import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type {
  PaymentEvent,
  PaymentFact,
  StoredEvent,
  UnreadableMessage,
} from "~/integrations/payments/payments";
import { isInRequest, runWithoutDeadline } from "~/integrations/request-deadline";
import { toStorable } from "~/integrations/storable-text";
import type { Database } from "~/platform/db.server";
import type { Job } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { isDatabaseAway, throughOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { eventTries, eventTriesAfter, unreadable } from "./event-errors";
import {
  type EventSubject,
  findStoredEvent,
  insertPaymentEvent,
  insertUnreadable,
  listWaitingEvents,
  markEvent,
  markEventBroken,
  markEventUnreadable,
  reopenEvent,
} from "./payment-events.queries.server";
import { type SettleResult, settleSale } from "./settle-sale.server";

/** Concurrent settlements per process: the other connections store events and show pages. */
const settling = pLimit(5);

/** Deliveries that wait for their turn, and how long a response waits for the settlement. */
const maxWaiting = 100;
const answerMs = 2_500;

/** `cause`: the settlement's failure; undefined if it took too long. */
interface QueuedEvent {
  queued: true;
  cause: unknown;
}

/**
 * Stores an event, so that it is never lost, then settles and marks it in one transaction, or has a job do that if the
 * settlement fails or takes too long. A repeat, even a concurrent one, changes nothing. An event that cannot be settled
 * keeps its error; it is retried if it may be early, else shown to administrators. Throws if the event cannot be stored:
 * the provider then delivers again.
 */
export async function receiveEvent(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<SettleResult | "known" | "repeat" | "ignored" | QueuedEvent> {
  const { isRepeat, isKnown } = await insertPaymentEvent(db, { ...event, now });
  if (isRepeat) return "repeat";
  return isKnown ? "known" : settleOrQueue(db, event, now);
}

async function settleOrQueue(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<SettleResult | "repeat" | "ignored" | QueuedEvent> {
  let isLate = false;
  let cause: unknown;
  try {
    if (settling.pendingCount < maxWaiting) {
      const settled = settling(async () =>
        isLate ? undefined : runWithoutDeadline(() => settleEvent(db, event, now)),
      );
      settled.catch(() => {});
      const inTime = await (isInRequest()
        ? Promise.race([settled, sleep(answerMs, undefined, { ref: false })])
        : settled);
      if (inTime) return inTime;
      isLate = true;
    }
  } catch (failure) {
    cause = failure;
  }
  const queue = () => addJob(db, "settle-events", { eventId: event.id }, { key: `settle-event:${event.id}` });
  await queue().catch((failure: unknown) => {
    cause ??= failure;
    // The response does not wait for an absent database. If this process ends first, the recurring job settles the event.
    runWithoutDeadline(() => throughOutage(queue)).catch(() => {});
  });
  return { queued: true, cause };
}

/** Stores a signed body that cannot be parsed. Returns its stored id. */
export async function receiveUnreadable(
  db: Database,
  message: UnreadableMessage,
  now: Date,
): Promise<string> {
  return insertUnreadable(db, { ...message, now });
}

async function settleEvent(
  db: Database,
  event: Pick<PaymentEvent, "id" | "fact" | "createdAt">,
  now: Date,
): Promise<SettleResult | "repeat" | "ignored"> {
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

type Needs = Pick<Services, "db" | "payments" | "clock" | "log">;

/** Time in which the delivery itself may settle an event. */
const graceMs = 60_000;

const atATime = 200;

/**
 * Settles stored events, or only `eventId`. One that throws does not block the others, and fails after `eventTries`
 * attempts. Throws when the database fails.
 */
export async function settleWaitingEvents(
  services: Needs,
  { eventId }: Job["settle-events"] = {},
): Promise<void> {
  const { db, clock, log } = services;
  const before = new Date(clock().getTime() - graceMs);
  for (const { id, ...stored } of await listWaitingEvents(db, { before, eventId, limit: atATime })) {
    try {
      await settleStored(services, id, stored);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, eventId: id }, "a waiting payment event could not be settled");
      const broken = { eventId: id, error: toStorable(String(error).slice(0, 300)), maxTries: eventTries };
      await markEventBroken(db, { ...broken, now: clock() });
    }
  }
}

/** Settles one event again for an administrator, also a failed one. Undefined for an unknown event. */
export async function replayEvent(
  services: Needs,
  eventId: string,
  by: Actor,
): Promise<Awaited<ReturnType<typeof settleStored>> | undefined> {
  const event = await findStoredEvent(services.db, eventId);
  if (!event) return undefined;
  await services.db.transaction().execute(async (trx) => {
    await reopenEvent(trx, eventId);
    await insertAuditEntry(trx, by, {
      action: "eventReplayed",
      target: { kind: "event", id: eventId, label: eventId },
    });
  });
  return settleStored(services, eventId, event);
}

async function settleStored(
  { db, payments, clock, log }: Needs,
  id: string,
  stored: StoredEvent,
): Promise<Awaited<ReturnType<typeof settleEvent>> | { ok: false; error: typeof unreadable }> {
  const event = payments.readStoredEvent(stored);
  if (event) return settleEvent(db, { ...event, id }, clock());
  log.error({ eventId: id }, "a payment event is not understood");
  await markEventUnreadable(db, id, clock());
  return { ok: false, error: unreadable };
}
