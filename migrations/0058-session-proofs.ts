import { type Kysely, sql } from "kysely";

/** When a session's owner last proved who they are, and an id by which a session is ended from the account page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD proved_at timestamptz(3)`.execute(db);
  await sql`UPDATE sessions SET proved_at = created_at`.execute(db);
  await sql`
    ALTER TABLE sessions
      ALTER proved_at SET DEFAULT now(),
      ALTER proved_at SET NOT NULL,
      ADD public_id uuid NOT NULL DEFAULT gen_random_uuid(),
      ADD CONSTRAINT sessions_public_id_key UNIQUE (public_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions DROP proved_at, DROP public_id`.execute(db);
}
