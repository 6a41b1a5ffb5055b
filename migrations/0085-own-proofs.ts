import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/**
 * When a session's owner last proved who they are after the sign-in, until that proof has added a passkey; and the browser
 * that a passkey's challenge was made for, by the hash of its cookie. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN IF NOT EXISTS reproved_at timestamptz(3)`.execute(db);
  await sql`ALTER TABLE passkey_challenges ADD COLUMN IF NOT EXISTS browser_hash text`.execute(db);
  await sql`ALTER TABLE passkey_challenges DROP CONSTRAINT IF EXISTS passkey_challenges_browser_check`.execute(
    db,
  );
  await sql`
    ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_browser_check
      CHECK (browser_hash ~ '^[0-9a-f]{64}$') NOT VALID`.execute(db);
  await sql`ALTER TABLE passkey_challenges VALIDATE CONSTRAINT passkey_challenges_browser_check`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions DROP reproved_at`.execute(db);
  await sql`ALTER TABLE passkey_challenges DROP browser_hash`.execute(db);
}
