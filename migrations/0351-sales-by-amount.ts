import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** Sales by amount, for the administrators' list. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS sales_amount_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY sales_amount_idx ON sales (amount_cents DESC, id DESC)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX sales_amount_idx`.execute(db);
}
