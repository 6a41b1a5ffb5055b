import { sql } from "kysely";
import { paymentNamed } from "~/features/money/ledger/ledger.queries.server";
import { toStorable } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";
import type { Cursor } from "~/platform/keyset";
import type { DifferenceKind } from "./difference-rules";

export interface Difference {
  what: DifferenceKind;
  /** The provider's id, or our own. */
  subject: string;
  saleId: string | null;
  amountCents: number;
  currency: string;
  /** Of `notSettled`. */
  reason?: string;
}

/** Releases the lock of a vanished machine. */
const lockIdleLimit = "5min";

/** Held until the transaction, process or connection ends. Returns false if already locked. */
export async function lockReconciliation(trx: Db): Promise<boolean> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${lockIdleLimit}, true)`.execute(trx);
  const { rows } = await sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('reconciliation')) AS free`.execute(trx);
  return rows[0]?.free ?? false;
}

/** Throws if the lock was lost. */
export async function keepReconciliationLock(trx: Db): Promise<void> {
  await sql`SELECT 1`.execute(trx);
}

/** Requires the lock. */
export async function beginReconciliation(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto("reconciliations")
    .values({ since, started_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function finishReconciliation(
  db: Db,
  run: {
    id: number;
    checked: number;
    repaired: number;
    /** Balance at the provider, sum of its movements, and the ledger's balance. */
    providerCents: number;
    expectedCents: number;
    ledgerCents: number;
    now: Date;
  },
): Promise<void> {
  await db
    .updateTable("reconciliations")
    .set({
      finished_at: run.now,
      checked: run.checked,
      repaired: run.repaired,
      provider_cents: run.providerCents,
      expected_cents: run.expectedCents,
      ledger_cents: run.ledgerCents,
    })
    .where("id", "=", run.id)
    .execute();
}

/** A failed run does not count as complete. */
export async function failReconciliation(
  db: Db,
  { id, failure, now }: { id: number; failure: string; now: Date },
): Promise<void> {
  await db
    .updateTable("reconciliations")
    .set({ finished_at: now, failure: failure.slice(0, 500) })
    .where("id", "=", id)
    .execute();
}

export async function findFailedReconciliation(db: Db) {
  const last = await db
    .selectFrom("reconciliations")
    .selectAll()
    .where("finished_at", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.failure == null ? undefined : last;
}

export async function findLastReconciliation(db: Db) {
  return db
    .selectFrom("reconciliations")
    .selectAll()
    .where("finished_at", "is not", null)
    .where("failure", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Omits an unknown sale. */
export async function insertDifference(db: Db, runId: number, difference: Difference): Promise<void> {
  const { what, subject, saleId, amountCents, currency, reason } = difference;
  await db
    .insertInto("reconciliation_differences")
    .values({
      reconciliation_id: runId,
      what,
      subject: storable(subject, 300) || "?",
      sale_id: sql`(SELECT id FROM sales WHERE id = ${saleId}::uuid)`,
      amount_cents: amountCents,
      currency,
      reason: reason === undefined ? null : storable(reason, 500) || "?",
    })
    .execute();
}

const storable = (text: string, length: number) => toStorable(text.slice(0, length));

/** The sale's id may not be a UUID. */
export async function findFactSale(
  db: Db,
  which: { saleId: string } | { paymentId: string },
): Promise<string | null> {
  if ("saleId" in which && !parseId(which.saleId)) return null;
  const row = await db
    .selectFrom("sales")
    .select("id")
    .where((eb) =>
      "saleId" in which ? eb("id", "=", which.saleId) : eb("payment_id", "=", paymentNamed(which.paymentId)),
    )
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function listDifferences(db: Db, runId: number, limit: number) {
  return db
    .selectFrom("reconciliation_differences")
    .selectAll()
    .where("reconciliation_id", "=", runId)
    .orderBy("id")
    .limit(limit)
    .$narrowType<{ what: DifferenceKind }>()
    .execute();
}

export async function findOldestUndecided(
  db: Db,
): Promise<{ refund: Date | undefined; dispute: Date | undefined }> {
  const { rows } = await sql<{ refund: Date | null; dispute: Date | null }>`
    SELECT (SELECT min(created_at) FROM refunds WHERE status = 'pending') AS refund,
      (SELECT min(created_at) FROM disputes WHERE status = 'open') AS dispute`.execute(db);
  return { refund: rows[0]?.refund ?? undefined, dispute: rows[0]?.dispute ?? undefined };
}

/** Begun before a moment, oldest first. */
export async function listUndecidedCheckouts(
  db: Db,
  { before, after, limit }: { before: Date; after: Cursor | undefined; limit: number },
): Promise<(Cursor & { checkoutId: string; amount_cents: number; currency: string })[]> {
  let query = db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["sales.id", "sales.created_at as createdAt", "sales.amount_cents", "sales.currency"])
    .select(({ ref }) => ref("payments.provider_checkout_id").$notNull().as("checkoutId"))
    .where("status", "in", ["pending", "processing"])
    .where("paid_at", "is", null)
    .where("payments.provider_checkout_id", "is not", null)
    .where("sales.created_at", "<", before)
    .orderBy("sales.created_at")
    .orderBy("sales.id")
    .limit(limit);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("sales.created_at", "sales.id"), ">", tuple(after.createdAt, after.id)),
    );
  return query.execute();
}

/** A text that changes when settling changes the sale; empty if unknown. */
export async function readTrace(db: Db, which: { saleId: string } | { paymentId: string }): Promise<string> {
  const { rows } = await sql<{ trace: string }>`
    SELECT concat_ws(' ', status, payment_method, provider_fee_cents,
      (SELECT max(id) FROM ledger_entries WHERE sale_id = sales.id),
      (SELECT string_agg(status, ',' ORDER BY id) FROM refunds WHERE sale_id = sales.id),
      (SELECT string_agg(concat(status, amount_cents), ',' ORDER BY id) FROM disputes WHERE sale_id = sales.id)) AS trace
    FROM sales WHERE ${"saleId" in which ? sql`id = ${which.saleId}` : sql`payment_id = ${paymentNamed(which.paymentId)}`}`.execute(
    db,
  );
  return rows[0]?.trace ?? "";
}

export async function markReconciled(db: Db, saleId: string, now: Date): Promise<void> {
  await db.updateTable("sales").set({ reconciled_at: now }).where("id", "=", saleId).execute();
}

const limit = 500;

/** Paid in a span, and not reported by the provider in this run. */
export async function listUnseenSales(db: Db, { from, to, run }: { from: Date; to: Date; run: Date }) {
  return db
    .selectFrom("sales")
    .innerJoin("payments", "payments.id", "sales.payment_id")
    .select(["sales.id", "sales.amount_cents", "sales.currency", "payments.provider_checkout_id"])
    .where("paid_at", ">=", from)
    .where("paid_at", "<", to)
    .where((eb) => eb.or([eb("reconciled_at", "is", null), eb("reconciled_at", "<", run)]))
    .orderBy("paid_at")
    .orderBy("sales.id")
    .limit(limit)
    .execute();
}

export async function listUnsentRefunds(db: Db, before: Date) {
  return db
    .selectFrom("refunds")
    .innerJoin("sales", "sales.id", "refunds.sale_id")
    .select(["refunds.id", "sale_id", "refunds.amount_cents", "currency"])
    .where("refunds.status", "=", "requested")
    .where("refunds.created_at", "<", before)
    .orderBy("refunds.created_at")
    .limit(limit)
    .execute();
}

export async function listOwedToBuyers(db: Db) {
  return db
    .selectFrom("sales")
    .select(["id", "amount_cents", "currency"])
    .where("duplicate", "=", true)
    .where("status", "=", "processing")
    .orderBy("id")
    .limit(limit)
    .execute();
}
