import { type Kysely, sql } from "kysely";

/** What Google calls someone, so that whoever came by Google need not type their name when they become a creator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN google_name text CHECK (length(google_name) BETWEEN 1 AND 200)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users DROP COLUMN google_name`.execute(db);
}
