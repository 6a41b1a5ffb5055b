import { type Kysely, sql } from "kysely";

/** One row: a known text, encrypted by the key that encrypts second factors and tax ids, to recognise another key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE data_key_checks (
      id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
      sealed bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE data_key_checks`.execute(db);
}
