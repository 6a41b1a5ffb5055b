import { type Kysely, sql } from "kysely";

/** Checks the present rows against the constraints of the migration before, without stopping purchases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE access_grants VALIDATE CONSTRAINT access_grants_reason_check;
ALTER TABLE free_accesses VALIDATE CONSTRAINT free_accesses_reason_check;`)
    .execute(db);
}

/** The constraints are dropped by the migration before. */
export async function down(): Promise<void> {}
