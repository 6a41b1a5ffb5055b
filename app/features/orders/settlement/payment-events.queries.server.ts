import { sql } from "kysely";
import { paymentNamed } from "~/features/money/ledger/ledger.queries.server";
import type { ChargeFact, PaymentFact, UnreadableMessage } from "~/integrations/payments/payments";
import { isStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import type { Json } from "~/platform/schema";
import { unreadable } from "./event-errors";

interface NewEvent {
  id: string;
  providerType: string;
  body: Uint8Array;
  payload: unknown;
  now: Date;
}

const columns = ["id", "provider_type", "body", "payload", "received_at"] as const;

function toRow({ id, providerType, body, payload, now }: NewEvent) {
  const storable = payload !== undefined && isStorableJson(payload) ? JSON.stringify(payload) : null;
  return {
    id,
    provider_type: providerType,
    body: Buffer.from(body),
    payload: storable as Json,
    received_at: now,
  };
}

/**
 * Stores an event as received. A repeat changes nothing, except that it replaces an unreadable event of this id.
 * `isKnown`: a charge that its sale's row has already (`knownSaleOf`), or that this statement writes (`notingCharge`).
 */
export async function insertPaymentEvent(
  db: Db,
  { fact, ...event }: NewEvent & { fact?: PaymentFact | undefined },
): Promise<{ isRepeat: boolean; isKnown: boolean }> {
  const row = toRow(event);
  const known = fact?.kind === "charge" ? knownSaleOf(fact) : sql<string | null>`NULL::uuid`;
  const noted =
    fact?.kind === "charge" ? notingCharge(fact, row.id) : sql`SELECT NULL::uuid AS id WHERE false`;
  const stored = db
    .with("noted", () => sql<{ id: string }>`(${noted})`)
    .with("known", (cte) =>
      cte.selectNoFrom(({ fn, selectFrom }) =>
        fn.coalesce(known, selectFrom("noted").select("noted.id")).as("sale_id"),
      ),
    )
    .with("stored", (cte) =>
      cte
        .insertInto("payment_events")
        .columns([...columns, "sale_id", "settled_at", "attempts"])
        .expression((eb) =>
          eb
            .selectFrom("known")
            .select([
              sql<string>`${row.id}::text`.as("id"),
              sql<string>`${row.provider_type}::text`.as("provider_type"),
              sql<Buffer>`${row.body}::bytea`.as("body"),
              sql<Json>`${row.payload}::jsonb`.as("payload"),
              sql<Date>`${row.received_at}::timestamptz`.as("received_at"),
              "sale_id",
              sql<Date | null>`CASE WHEN sale_id IS NOT NULL THEN ${row.received_at}::timestamptz END`.as(
                "settled_at",
              ),
              sql<number>`CASE WHEN sale_id IS NULL THEN 0 ELSE 1 END`.as("attempts"),
            ]),
        )
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
        .returning("settled_at"),
    )
    .selectNoFrom([
      sql<boolean>`EXISTS (SELECT FROM stored WHERE settled_at IS NOT NULL)`.as("isKnown"),
      // As it was before this statement.
      sql<boolean>`NOT EXISTS (SELECT FROM stored)
        AND EXISTS (SELECT FROM payment_events WHERE id = ${row.id} AND settled_at IS NOT NULL)`.as(
        "isRepeat",
      ),
    ]);
  return stored.executeTakeFirstOrThrow();
}

/**
 * SQL id of the paid sale whose row has all facts of a charge, or null. Null also for an erased buyer, whose row lacks
 * them, and for a sale that a settlement has locked, for which the event's row would wait.
 */
function knownSaleOf({ saleId, paymentId, chargeId, method, feeCents, amountCents, currency }: ChargeFact) {
  return sql<string | null>`(
    SELECT sales.id FROM sales JOIN users ON users.id = consumer_id
    WHERE provider_payment_id = ${paymentId} AND (${saleId ?? null}::uuid IS NULL OR sales.id = ${saleId ?? null}::uuid)
      AND provider_charge_id = ${chargeId} AND payment_method IS NOT DISTINCT FROM ${method}
      AND (${feeCents ?? null}::int IS NULL OR provider_fee_cents IS NOT NULL)
      AND amount_cents = ${amountCents} AND currency = ${currency} AND paid_at IS NOT NULL AND erased_at IS NULL
    FOR KEY SHARE OF sales SKIP LOCKED)`;
}

/**
 * SQL that writes a charge into the row of its unpaid sale and returns its id: the checkout's event pays it. Without a
 * row the charge is settled like other facts: paid meanwhile, other payment or amount, erased buyer, or a repeat.
 */
function notingCharge(
  { saleId, paymentId, chargeId, method, feeCents, amountCents, currency }: ChargeFact,
  eventId: string,
) {
  return sql`
    UPDATE sales SET provider_payment_id = ${paymentId}, provider_charge_id = ${chargeId}, payment_method = ${method},
      provider_fee_cents = coalesce(${feeCents ?? null}::int, provider_fee_cents)
    FROM users
    WHERE sales.id IN (SELECT id FROM sales WHERE id = ${saleId ?? null}::uuid FOR NO KEY UPDATE SKIP LOCKED) AND users.id = consumer_id AND erased_at IS NULL AND paid_at IS NULL
      AND NOT duplicate AND (provider_payment_id IS NULL OR provider_payment_id = ${paymentId})
      AND amount_cents = ${amountCents} AND currency = ${currency}
      AND NOT EXISTS (SELECT FROM payment_events WHERE payment_events.id = ${eventId})
      AND NOT EXISTS (SELECT FROM sales other WHERE other.id <> sales.id
        AND (other.provider_payment_id = ${paymentId} OR other.provider_charge_id = ${chargeId}))
    RETURNING sales.id`;
}

/** Stores it under the provider's id, or its digest without an id or if another event has it. Returns the stored id. */
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

export interface EventSubject {
  saleId?: string | undefined;
  paymentId?: string | undefined;
}

interface EventAttempt {
  eventId: string;
  subject: EventSubject;
  error: string | null;
  /** The event waits while it has fewer attempts; 0 if it is not retried. */
  retries: number;
  now: Date;
}

/** Records an attempt. Deletes an erased buyer's data. Returns false for an event that was settled meanwhile. */
export async function markEvent(
  db: Db,
  { eventId, subject, error, retries, now }: EventAttempt,
): Promise<boolean> {
  const sale = (column: "id" | "erased_at") => sql`(SELECT ${sql.ref(`found.${column}`)} FROM found)`;
  const { numUpdatedRows } = await db
    .with("found", (cte) =>
      cte
        .selectFrom("sales")
        .innerJoin("users", "users.id", "sales.consumer_id")
        .select(["sales.id", "erased_at"])
        .where((eb) =>
          eb.or([
            eb("sales.id", "=", subject.saleId ?? null),
            eb("sales.payment_id", "=", paymentNamed(subject.paymentId ?? null)),
          ]),
        )
        .orderBy(({ eb }) => eb("sales.id", "is not distinct from", subject.saleId ?? null), "desc")
        .limit(1),
    )
    .updateTable("payment_events")
    .set(({ eb }) => ({
      settled_at: sql`CASE WHEN attempts + 1 >= ${retries} THEN ${now}::timestamptz END`,
      error,
      attempts: eb("attempts", "+", 1),
      sale_id: sql`${sale("id")}`,
      body: sql`CASE WHEN ${sale("erased_at")} IS NULL THEN body END`,
      payload: sql`CASE WHEN ${sale("erased_at")} IS NULL THEN payload ELSE '{}' END`,
    }))
    .where("id", "=", eventId)
    .where("settled_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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

/** Lists events received before `before`, oldest first, or only `eventId`. */
export async function listWaitingEvents(
  db: Db,
  { before, eventId, limit }: { before: Date; eventId: string | undefined; limit: number },
) {
  return db
    .selectFrom("payment_events")
    .select(["id", "body", "payload"])
    .where("settled_at", "is", null)
    .where((eb) => (eventId === undefined ? eb("received_at", "<", before) : eb("id", "=", eventId)))
    .orderBy("received_at")
    .limit(limit)
    .execute();
}

export async function findStoredEvent(db: Db, eventId: string) {
  return db
    .selectFrom("payment_events")
    .select(["id", "body", "payload"])
    .where("id", "=", eventId)
    .executeTakeFirst();
}

/** An event without an error stays settled. */
export async function reopenEvent(db: Db, eventId: string): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ settled_at: null })
    .where("id", "=", eventId)
    .where("error", "is not", null)
    .execute();
}

export async function listTroubledEvents(db: Db, limit: number) {
  return db
    .selectFrom("payment_events")
    .select(["id", "provider_type", "received_at", "settled_at", "attempts", "error"])
    .where((eb) => eb.or([eb("error", "is not", null), eb("settled_at", "is", null)]))
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}

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
