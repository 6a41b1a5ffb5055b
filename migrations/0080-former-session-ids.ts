import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/**
 * The id that a session had before its last proof of identity: it opens the session, without that proof, until the browser
 * has used the new id (docs/decisions/0104-former-session-ids.md). Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE sessions
      ADD COLUMN IF NOT EXISTS former_id_hash text,
      ADD COLUMN IF NOT EXISTS former_proved_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS former_until timestamptz(3)`.execute(db);
  await sql`ALTER TABLE sessions DROP CONSTRAINT IF EXISTS sessions_former_check`.execute(db);
  await sql`
    ALTER TABLE sessions ADD CONSTRAINT sessions_former_check
      CHECK (num_nonnulls(former_id_hash, former_proved_at, former_until) IN (0, 3)) NOT VALID`.execute(db);
  await sql`ALTER TABLE sessions VALIDATE CONSTRAINT sessions_former_check`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS sessions_former_id_idx`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY sessions_former_id_idx ON sessions (former_id_hash)
      WHERE former_id_hash IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX sessions_former_id_idx`.execute(db);
  await sql`ALTER TABLE sessions DROP former_id_hash, DROP former_proved_at, DROP former_until`.execute(db);
}
