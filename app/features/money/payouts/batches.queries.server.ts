import { sql } from "kysely";
import type { Payee } from "~/features/money/payees/payee";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";
import type { PayoutStatus } from "./payout-notes";

/** An advisory lock of its own. */
const preparing = 5_381_061;

/** Until the transaction ends. Returns false if already locked. */
export async function tryLockPreparing(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    ours: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${preparing}) AS ours`.execute(db);
  return rows[0]?.ours === true;
}

export async function findLastBatchTime(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("payout_batches")
    .select("created_at")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export async function insertBatch(db: Db, { adminId, now }: { adminId: string; now: Date }): Promise<string> {
  const { id } = await db
    .insertInto("payout_batches")
    .values({ created_by: adminId, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertPayout(
  db: Db,
  payout: { batchId: string; creatorId: string; cents: number; payee: Payee; now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto("payouts")
    .values({
      ...payout.payee,
      batch_id: payout.batchId,
      creator_id: payout.creatorId,
      amount_cents: payout.cents,
      status: "prepared",
      created_at: payout.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface BatchSummary {
  id: string;
  created_at: Date;
  created_by: string;
  email: string;
  payouts: number;
  cents: number;
  prepared: number;
  failed: number;
}

const batchesPerPage = 10;

const summaries = (where: ReturnType<typeof sql>, limit: number) => sql<BatchSummary>`
  SELECT batch.id, batch.created_at, batch.created_by, users.email, sums.*
  FROM payout_batches batch
  JOIN users ON users.id = batch.created_by
  CROSS JOIN LATERAL (
    SELECT count(*) AS payouts, coalesce(sum(amount_cents), 0)::bigint AS cents,
      count(*) FILTER (WHERE status = 'prepared') AS prepared, count(*) FILTER (WHERE status IN ('failed', 'returned')) AS failed
    FROM payouts WHERE batch_id = batch.id
  ) sums
  WHERE ${where} ORDER BY batch.created_at DESC, batch.id DESC LIMIT ${limit}`;

export async function listBatches(
  db: Db,
  { after }: { after: Cursor | undefined },
): Promise<Page<BatchSummary>> {
  const past = after ? sql`(batch.created_at, batch.id) < (${after.createdAt}, ${after.id})` : sql`true`;
  const { rows } = await summaries(past, batchesPerPage + 1).execute(db);
  return toPage(rows, batchesPerPage);
}

export async function findBatch(db: Db, batchId: string): Promise<BatchSummary | undefined> {
  const { rows } = await summaries(sql`batch.id = ${batchId}`, 1).execute(db);
  return rows[0];
}

/** By id. */
export async function listBatchPayouts(
  db: Db,
  { batchId, after, limit }: { batchId: string; after: string | undefined; limit: number },
) {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("batch_id", "=", batchId)
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export type PayoutRow = Awaited<ReturnType<typeof listBatchPayouts>>[number];

export async function findBatchPayout(
  db: Db,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", payoutId)
    .where("batch_id", "=", batchId)
    .executeTakeFirst();
}

export async function findOwnPayout(
  db: Db,
  { creatorId, payoutId }: { creatorId: string; payoutId: string },
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom("payouts")
    .selectAll()
    .where("id", "=", payoutId)
    .where("creator_id", "=", creatorId)
    .executeTakeFirst();
}

const historyPerPage = 10;

export async function listOwnPayouts(
  db: Db,
  { creatorId, after }: { creatorId: string; after: Cursor | undefined },
): Promise<Page<PayoutRow>> {
  const rows = await db
    .selectFrom("payouts")
    .selectAll()
    .where("creator_id", "=", creatorId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(historyPerPage + 1)
    .execute();
  return toPage(rows, historyPerPage);
}

/** Returns it with the batch's author and time, and whether the creator's account is erased. */
export async function lockPayout(
  db: Db,
  { batchId, payoutId }: { batchId: string; payoutId: string },
): Promise<(PayoutRow & { prepared_by: string; prepared_at: Date; erased: boolean }) | undefined> {
  return db
    .selectFrom("payouts")
    .innerJoin("payout_batches", "payout_batches.id", "payouts.batch_id")
    .innerJoin("users", "users.id", "payouts.creator_id")
    .selectAll("payouts")
    .select([
      "payout_batches.created_by as prepared_by",
      "payout_batches.created_at as prepared_at",
      sql<boolean>`users.erased_at IS NOT NULL`.as("erased"),
    ])
    .where("payouts.id", "=", payoutId)
    .where("payouts.batch_id", "=", batchId)
    .forUpdate("payouts")
    .executeTakeFirst();
}

export async function updateDecidedPayout(
  db: Db,
  decided: {
    id: string;
    status: Extract<PayoutStatus, "paid" | "failed">;
    bankReference: string | null;
    failure: string | null;
    adminId: string;
    now: Date;
  },
): Promise<void> {
  await db
    .updateTable("payouts")
    .set({
      status: decided.status,
      bank_reference: decided.bankReference,
      failure: decided.failure,
      decided_by: decided.adminId,
      decided_at: decided.now,
    })
    .where("id", "=", decided.id)
    .where("status", "=", "prepared")
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function updateReturnedPayout(
  db: Db,
  returned: { id: string; reason: string; adminId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("payouts")
    .set({
      status: "returned",
      return_reason: returned.reason,
      returned_by: returned.adminId,
      returned_at: returned.now,
    })
    .where("id", "=", returned.id)
    .where("status", "=", "paid")
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function findPayout(db: Db, payoutId: string) {
  return db.selectFrom("payouts").selectAll().where("id", "=", payoutId).executeTakeFirst();
}
