import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Selects the smallest payout of most creators, in cents. */
export const smallestPayoutNow = sql<number>`(SELECT smallest_payout_cents())`;

/** Selects a creator's smallest payout, in cents: the lowest where their account is being erased. */
export const smallestPayoutOf = (creatorId: ReturnType<typeof sql>) =>
  sql<number>`smallest_payout_of(${creatorId})`;

export async function findSmallestPayout(db: Db): Promise<number> {
  const { cents } = await db.selectNoFrom(smallestPayoutNow.as("cents")).executeTakeFirstOrThrow();
  return cents;
}

/** Locks the smallest payout against other changes until the transaction ends. */
export async function lockSmallestPayout(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('smallest payout'))`.execute(db);
}

/** Returns whether a smallest payout with this id was set. */
export async function hasSmallestPayout(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("smallest_payouts").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

export interface SmallestPayout {
  id: string;
  cents: number;
  reason: string;
  /** The administrator who set it, or requested it. */
  by: string;
  requestId?: string | undefined;
  now: Date;
}

export async function insertSmallestPayout(db: Db, change: SmallestPayout): Promise<void> {
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

/** Lists the smallest payouts, newest first, each with its author and the administrator who approved it. */
export async function listSmallestPayouts(db: Db, limit: number) {
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
