import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** Lines by date, for the accountant's files of a month. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS ledger_lines_date_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY ledger_lines_date_idx ON ledger_lines (created_at, id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX ledger_lines_date_idx`.execute(db);
}
