import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Why a difference could not be settled.
    ALTER TABLE reconciliation_differences ADD reason text CHECK (length(reason) BETWEEN 1 AND 500)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE reconciliation_differences DROP COLUMN reason`.execute(db);
}
