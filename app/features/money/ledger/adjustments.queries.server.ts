import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { AdjustmentKind } from "./adjustment";

interface NewAdjustment {
  id: string;
  creatorId: string;
  kind: AdjustmentKind;
  /** Cents of BRL, positive. */
  cents: number;
  reason: string;
  adminId: string;
  /** Undefined without an approval. */
  requestId?: string | undefined;
  now: Date;
}

export async function findAdjustedCreator(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("ledger_adjustments")
    .select("creator_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.creator_id;
}

export async function insertAdjustment(db: Db, adjustment: NewAdjustment): Promise<void> {
  await db
    .insertInto("ledger_adjustments")
    .values({
      id: adjustment.id,
      creator_id: adjustment.creatorId,
      kind: adjustment.kind,
      amount_cents: adjustment.cents,
      reason: adjustment.reason,
      created_by: adjustment.adminId,
      request_id: adjustment.requestId ?? null,
      created_at: adjustment.now,
    })
    .execute();
}

/** Locks profile and balance. Returns the creator's name; undefined for no creator. */
export async function lockCreator(db: Db, creatorId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("full_name")
    .where("user_id", "=", creatorId)
    .forUpdate()
    .executeTakeFirst();
  await sql`SELECT ledger_lock_balances(ARRAY[${creatorId}]::uuid[])`.execute(db);
  return row?.full_name;
}

/** Cents of BRL; negative where the creator owes. */
export async function findOwedCents(db: Db, creatorId: string): Promise<number> {
  const row = await db
    .selectFrom("ledger_balances")
    .select("balance_cents")
    .where("creator_id", "=", creatorId)
    .where("account", "=", "creator")
    .where("currency", "=", "BRL")
    .executeTakeFirst();
  return row?.balance_cents ?? 0;
}

export async function listAdjustments(db: Db, creatorId: string, limit: number) {
  return db
    .selectFrom("ledger_adjustments")
    .innerJoin("users", "users.id", "ledger_adjustments.created_by")
    .leftJoin("second_person_requests as request", "request.id", "ledger_adjustments.request_id")
    .leftJoin("users as approver", "approver.id", "request.decided_by")
    .select(["ledger_adjustments.id", "ledger_adjustments.kind", "ledger_adjustments.amount_cents"])
    .select(["ledger_adjustments.reason", "users.email", "approver.email as approver"])
    .select("ledger_adjustments.created_at")
    .where("creator_id", "=", creatorId)
    .orderBy("ledger_adjustments.created_at", "desc")
    .orderBy("ledger_adjustments.id", "desc")
    .limit(limit)
    .execute();
}
