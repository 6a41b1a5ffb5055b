import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** Mails that were rejected, or whose acceptance is unknown: administrators are shown them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Left by an attempt that failed.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS mails_undelivered_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY mails_undelivered_idx ON mails (ended_at) WHERE status IN ('refused', 'unconfirmed')`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX mails_undelivered_idx`.execute(db);
}
