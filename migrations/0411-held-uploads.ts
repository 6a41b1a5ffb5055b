import { type Kysely, sql } from "kysely";

/**
 * A file that arrives while the form is still filled in. `is_held`: it is not published when it is complete, but when
 * the form is sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE resumable_uploads ADD is_held boolean DEFAULT false NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE resumable_uploads DROP is_held`.execute(db);
}
