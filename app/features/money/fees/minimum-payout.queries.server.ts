import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Of most creators, in cents. */
export const minimumPayoutNow = sql<number>`(SELECT smallest_payout_cents())`;

/** In cents; the lowest if the account is being erased. */
export const minimumPayoutOf = (creatorId: ReturnType<typeof sql>) =>
  sql<number>`smallest_payout_of(${creatorId})`;

export async function findMinimumPayout(db: Db): Promise<number> {
  const { cents } = await db.selectNoFrom(minimumPayoutNow.as("cents")).executeTakeFirstOrThrow();
  return cents;
}

export async function lockMinimumPayout(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('minimum payout'))`.execute(db);
}

export async function hasMinimumPayout(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("smallest_payouts").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

export interface MinimumPayout {
  id: string;
  cents: number;
  reason: string;
  by: string;
  requestId?: string | undefined;
  now: Date;
}

export async function insertMinimumPayout(db: Db, change: MinimumPayout): Promise<void> {
  await db
    .insertInto("smallest_payouts")
    .values({
      id: change.id,
      cents: change.cents,
      reason: change.reason,
      created_by: change.by,
      created_at: change.now,
      request_id: change.requestId ?? null,
    })
    .execute();
}

export async function listMinimumPayouts(db: Db, limit: number) {
  return db
    .selectFrom("smallest_payouts as change")
    .innerJoin("users as author", "author.id", "change.created_by")
    .leftJoin("second_person_requests as request", "request.id", "change.request_id")
    .leftJoin("users as approver", "approver.id", "request.decided_by")
    .select(["change.id", "change.cents", "change.reason", "change.created_at", "author.email"])
    .select("approver.email as approver")
    .orderBy("change.number", "desc")
    .limit(limit)
    .execute();
}
