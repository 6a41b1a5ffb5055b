import { sql } from "kysely";
import type { UnreadableMessage } from "~/integrations/payments/payments";
import { isStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import type { Json } from "~/platform/schema";
import { unreadable } from "./event-error";

interface NewEvent {
  id: string;
  providerType: string;
  body: Uint8Array;
  payload: unknown;
  now: Date;
}

function toRow({ id, providerType, body, payload, now }: NewEvent) {
  const kept = payload !== undefined && isStorableJson(payload) ? JSON.stringify(payload) : null;
  return {
    id,
    provider_type: providerType,
    body: Buffer.from(body),
    payload: kept as Json,
    received_at: now,
  };
}

/** Stores an event as received. A repeat changes nothing, except that it replaces an unreadable event of this id. */
export async function insertPaymentEvent(db: Db, event: NewEvent): Promise<void> {
  const row = toRow(event);
  await db
    .insertInto("payment_events")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({
          provider_type: row.provider_type,
          body: row.body,
          payload: row.payload,
          error: null,
          settled_at: null,
        })
        .where("payment_events.error", "=", unreadable),
    )
    .execute();
}

/**
 * Stores an unreadable event under the provider's id, or under its digest where it has none or another event has that
 * id. A repeat changes nothing. Returns the stored id.
 */
export async function insertUnreadable(
  db: Db,
  { id, digest, ...message }: UnreadableMessage & { now: Date },
): Promise<string> {
  const names = [...(id === undefined ? [] : [id]), `sha256:${digest}`];
  for (const name of names) {
    const row = {
      ...toRow({ ...message, id: name }),
      settled_at: message.now,
      error: unreadable,
      attempts: 1,
    };
    const { rows } = await sql<{ same: boolean }>`
      SELECT body IS NOT DISTINCT FROM ${row.body} AS same FROM payment_events WHERE id = ${name}`.execute(
      db,
    );
    if (rows[0]?.same) return name;
    if (rows.length > 0) continue;
    const inserted = await db
      .insertInto("payment_events")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted) return name;
  }
  return names.at(-1) ?? digest;
}

/** Locks an event: a concurrent delivery waits here and then finds it settled. */
export async function lockPaymentEvent(db: Db, eventId: string) {
  return db
    .selectFrom("payment_events")
    .select(["id", "settled_at", "attempts"])
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export interface EventSubject {
  saleId?: string | undefined;
  paymentId?: string | undefined;
}

/** Returns the SQL of the id of an event's sale, or null. */
function saleOf({ saleId, paymentId }: EventSubject) {
  return sql<string | null>`coalesce((SELECT id FROM sales WHERE id = ${saleId ?? null}::uuid),
    (SELECT id FROM sales WHERE provider_payment_id = ${paymentId ?? null}::text))`;
}

/**
 * Marks an event as settled; `error`: the problem that a person should look at. Of an erased buyer only the fact is
 * kept.
 */
export async function markEventSettled(
  db: Db,
  {
    eventId,
    subject,
    error,
    now,
  }: { eventId: string; subject: EventSubject; error: string | null; now: Date },
): Promise<void> {
  const settled = await db
    .updateTable("payment_events")
    .set(({ eb }) => ({ settled_at: now, error, attempts: eb("attempts", "+", 1), sale_id: saleOf(subject) }))
    .where("id", "=", eventId)
    .returning([
      "sale_id",
      sql<boolean>`EXISTS (SELECT FROM sales JOIN users ON users.id = consumer_id
        WHERE sales.id = payment_events.sale_id AND erased_at IS NOT NULL)`.as("is_erased"),
    ])
    .executeTakeFirst();
  if (settled?.sale_id && settled.is_erased)
    await emptyEventOfErased(db, { eventId, saleId: settled.sale_id });
}

/** Empties an event that arrived after its buyer was erased. */
async function emptyEventOfErased(
  db: Db,
  { eventId, saleId }: { eventId: string; saleId: string },
): Promise<void> {
  await sql`
    UPDATE payment_events SET body = NULL, payload = '{}' WHERE id = ${eventId} AND EXISTS (
      SELECT FROM sales JOIN users ON users.id = consumer_id WHERE sales.id = ${saleId} AND erased_at IS NOT NULL)`.execute(
    db,
  );
}

/** Records a failed attempt that will be retried. */
export async function markEventTried(
  db: Db,
  { eventId, subject, error }: { eventId: string; subject: EventSubject; error: string },
): Promise<void> {
  await db
    .updateTable("payment_events")
    .set(({ eb }) => ({ error, attempts: eb("attempts", "+", 1), sale_id: saleOf(subject) }))
    .where("id", "=", eventId)
    .execute();
}

/** Records an attempt that threw; after the last one the event waits for an administrator. */
export async function markEventBroken(
  db: Db,
  { eventId, error, maxTries, now }: { eventId: string; error: string; maxTries: number; now: Date },
): Promise<void> {
  await db
    .updateTable("payment_events")
    .set(({ eb }) => ({
      error,
      attempts: eb("attempts", "+", 1),
      settled_at: sql<Date | null>`CASE WHEN attempts + 1 >= ${maxTries} THEN ${now}::timestamptz END`,
    }))
    .where("id", "=", eventId)
    .where("settled_at", "is", null)
    .execute();
}

export async function markEventUnreadable(db: Db, eventId: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_events")
    .set(({ eb }) => ({ settled_at: now, error: unreadable, attempts: eb("attempts", "+", 1) }))
    .where("id", "=", eventId)
    .where("settled_at", "is", null)
    .execute();
}

/** Returns events that have waited since before a moment, oldest first. */
export async function listWaitingEvents(db: Db, { before, limit }: { before: Date; limit: number }) {
  return db
    .selectFrom("payment_events")
    .select(["id", "body", "payload"])
    .where("settled_at", "is", null)
    .where("received_at", "<", before)
    .orderBy("received_at")
    .limit(limit)
    .execute();
}

export async function findKeptEvent(db: Db, eventId: string) {
  return db
    .selectFrom("payment_events")
    .select(["id", "body", "payload"])
    .where("id", "=", eventId)
    .executeTakeFirst();
}

/** Reopens an event that was given up. One without an error stays settled. */
export async function reopenEvent(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ settled_at: null })
    .where("id", "=", eventId)
    .where("error", "is not", null)
    .execute();
}

/** Returns the events that were given up or are not settled yet, newest first. */
export async function listTroubledEvents(db: Db, limit: number) {
  return db
    .selectFrom("payment_events")
    .select(["id", "provider_type", "received_at", "settled_at", "attempts", "error"])
    .where((eb) => eb.or([eb("error", "is not", null), eb("settled_at", "is", null)]))
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}

/** Returns the events of a sale, oldest first. */
export async function listSaleEvents(db: Db, saleId: string, limit: number) {
  return db
    .selectFrom("payment_events")
    .select(["id", "provider_type", "received_at", "settled_at", "attempts", "error"])
    .where("sale_id", "=", saleId)
    .orderBy("received_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
