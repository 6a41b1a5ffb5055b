import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { KeptMessage } from "~/integrations/payments/payments";
import { toStorable } from "~/integrations/storable-text";
import type { Job } from "~/platform/jobs/jobs";
import type { Services } from "~/platform/services";
import { unreadable } from "./event-error";
import { eventTries } from "./event-retries";
import {
  findKeptEvent,
  listWaitingEvents,
  markEventBroken,
  markEventUnreadable,
  reopenEvent,
} from "./payment-events.queries.server";
import { settleEvent } from "./receive-event.server";

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
