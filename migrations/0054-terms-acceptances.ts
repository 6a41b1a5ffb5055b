import { type Kysely, sql } from "kysely";

/** Which version of the terms each person accepted, and when. Earlier accounts are asked at their next visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE terms_acceptances (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      version text NOT NULL CHECK (version ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      accepted_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, version)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE terms_acceptances`.execute(db);
}
