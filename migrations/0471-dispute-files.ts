import { type Kysely, sql } from "kysely";

/**
 * The files of an answer to a dispute, by the provider's field names: id with the provider, which stores the bytes,
 * name, type and size.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE dispute_answers ADD files jsonb NOT NULL DEFAULT '{}'
      CHECK (jsonb_typeof(files) = 'object' AND octet_length(files::text) <= 5000)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE dispute_answers DROP COLUMN files`.execute(db);
}
