import { type Kysely, sql } from "kysely";

/** Checks the present videos against the constraint of the migration before, without stopping purchases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos VALIDATE CONSTRAINT videos_sold_alone_check`.execute(db);
}

/** The constraint is dropped by the migration before. */
export async function down(): Promise<void> {}
