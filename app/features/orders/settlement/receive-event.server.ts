import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type {
  KeptMessage,
  PaymentEvent,
  PaymentFact,
  UnreadableMessage,
} from "~/integrations/payments/payments";
import { isInRequest, runWithoutDeadline } from "~/integrations/request-deadline";
import { toStorable } from "~/integrations/storable-text";
import type { Database } from "~/platform/db.server";
import type { Job } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { isDatabaseAway, throughOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { eventTries, eventTriesAfter, unreadable } from "./event-errors";
import {
  type EventSubject,
  findKeptEvent,
  insertPaymentEvent,
  insertUnreadable,
  listWaitingEvents,
  markEvent,
  markEventBroken,
  markEventUnreadable,
  reopenEvent,
} from "./payment-events.queries.server";
import { type Settled, settleSale } from "./settle-sale.server";

/** Settlements of deliveries that a process runs at once: the rest of its connections store events and show pages. */
const settling = pLimit(5);

/** How many deliveries wait for their turn, and how long an answer waits for the settlement, in milliseconds. */
const maxWaiting = 100;
const answerMs = 2_500;

/** A job settles the stored event. `cause`: the failure of the settlement, undefined if it had no time. */
interface Queued {
  queued: true;
  cause: unknown;
}

/**
 * Stores an event, so that it is never lost, then settles and marks it in one transaction, or has a job do that where
 * the settlement fails or takes too long. A repeat, even a concurrent one, changes nothing, and so does a charge that
 * the sale's row says already; of a sale that is not paid yet, its row is all that a charge changes. These are done with
 * once they are stored. An event that cannot be settled keeps its error; it is retried where it may be early, else
 * shown to administrators. Throws when the event cannot be stored: the provider then delivers again.
 */
export async function receiveEvent(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<Settled | "known" | "repeat" | "ignored" | Queued> {
  const { isRepeat, isKnown } = await insertPaymentEvent(db, { ...event, now });
  if (isRepeat) return "repeat";
  return isKnown ? "known" : settleOrQueue(db, event, now);
}

async function settleOrQueue(
  db: Database,
  event: PaymentEvent,
  now: Date,
): Promise<Settled | "repeat" | "ignored" | Queued> {
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
    // The answer does not wait for a database that is away. If this process ends first, the recurring job settles it.
    runWithoutDeadline(() => throughOutage(queue)).catch(() => {});
  });
  return { queued: true, cause };
}

/** Stores a signed body that cannot be parsed, for administrators to see. Returns its stored id. */
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

type Needs = Pick<Services, "db" | "payments" | "clock" | "log">;

/** Time in which the delivery itself may settle an event, in milliseconds. */
const graceMs = 60_000;

/** Events per run. */
const atATime = 200;

/**
 * Settles stored events that are not settled: the process was killed, the database failed, or the event was early; with
 * `eventId` that one alone. One that throws does not block the others, and is given up after `eventTries` attempts.
 * Throws when the database fails.
 */
export async function settleWaitingEvents(
  services: Needs,
  { eventId }: Job["settle-events"] = {},
): Promise<void> {
  const { db, clock, log } = services;
  const before = new Date(clock().getTime() - graceMs);
  for (const { id, ...kept } of await listWaitingEvents(db, { before, eventId, limit: atATime })) {
    try {
      await settleKept(services, id, kept);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, eventId: id }, "a waiting payment event could not be settled");
      const broken = { eventId: id, error: toStorable(String(error).slice(0, 300)), maxTries: eventTries };
      await markEventBroken(db, { ...broken, now: clock() });
    }
  }
}

/**
 * Settles one event again for an administrator, also one that was given up. Returns the outcome, or undefined for an
 * unknown event.
 */
export async function replayEvent(
  services: Needs,
  eventId: string,
  by: Actor,
): Promise<Awaited<ReturnType<typeof settleKept>> | undefined> {
  const event = await findKeptEvent(services.db, eventId);
  if (!event) return undefined;
  await services.db.transaction().execute(async (trx) => {
    await reopenEvent(trx, eventId);
    await insertAuditEntry(trx, by, {
      action: "eventReplayed",
      target: { kind: "event", id: eventId, label: eventId },
    });
  });
  return settleKept(services, eventId, event);
}

async function settleKept(
  { db, payments, clock, log }: Needs,
  id: string,
  kept: KeptMessage,
): Promise<Awaited<ReturnType<typeof settleEvent>> | { ok: false; error: typeof unreadable }> {
  const event = payments.readKeptEvent(kept);
  if (event) return settleEvent(db, { ...event, id }, clock());
  log.error({ eventId: id }, "a payment event is not understood");
  await markEventUnreadable(db, id, clock());
  return { ok: false, error: unreadable };
}
