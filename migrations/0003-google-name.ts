import { type Kysely, sql } from "kysely";

/** The name at Google, which prefills the creator registration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN google_name text CHECK (length(google_name) BETWEEN 1 AND 200)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users DROP COLUMN google_name`.execute(db);
}
