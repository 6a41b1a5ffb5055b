import { type Kysely, sql } from "kysely";

/** Links that prove a mailbox: one a person, for the e-mail it was sent to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE email_confirmations (
      token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      email text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX email_confirmations_expires_at_idx ON email_confirmations (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE email_confirmations`.execute(db);
}
