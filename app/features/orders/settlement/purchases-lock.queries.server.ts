import { type Expression, sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * SQL expression that locks all purchases of a person until the transaction ends. Not by video: a course and its
 * lessons are bought apart and depend on each other.
 */
export function purchasesLock(consumerId: Expression<unknown>) {
  return sql<null>`pg_advisory_xact_lock(hashtextextended('sale ' || ${consumerId}, 0))`;
}

/** Locks all purchases of a person until the transaction ends: what it gives access to does not change meanwhile. */
export async function lockPurchases(db: Db, consumerId: string): Promise<void> {
  await sql`SELECT ${purchasesLock(sql`${consumerId}::uuid`)}`.execute(db);
}
