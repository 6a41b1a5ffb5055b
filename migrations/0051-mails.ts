import { type Kysely, sql } from "kysely";

/**
 * Mails, each inserted in the transaction of what it is about and sent by a job. `key` is unique, so that a repeated event
 * adds no second mail. A mail goes to a person, whose address and language are read when it is sent, or to an address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD locale text NOT NULL DEFAULT 'pt' CHECK (locale ~ '^[a-z]{2}$')`.execute(
    db,
  );
  await sql`
    CREATE TABLE mails (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
      key text NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
      user_id uuid REFERENCES users ON DELETE CASCADE,
      email text,
      locale text CHECK (locale ~ '^[a-z]{2}$'),
      facts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(facts) = 'object'),
      sale_id uuid REFERENCES sales ON DELETE CASCADE,
      send_at timestamptz(3) NOT NULL DEFAULT now(),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'unconfirmed', 'skipped', 'refused')),
      handed_over_at timestamptz(3),
      ended_at timestamptz(3),
      sent_to text,
      failure text CHECK (length(failure) <= 500),
      CONSTRAINT mails_recipient_check CHECK (
        (user_id IS NOT NULL AND email IS NULL AND locale IS NULL)
        OR (user_id IS NULL AND email IS NOT NULL AND locale IS NOT NULL)),
      CONSTRAINT mails_ended_check CHECK ((status = 'waiting') = (ended_at IS NULL))
    )`.execute(db);
  await sql`CREATE INDEX mails_sale_idx ON mails (sale_id, created_at) WHERE sale_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX mails_user_idx ON mails (user_id, created_at)`.execute(db);
  await sql`CREATE INDEX mails_waiting_idx ON mails (send_at) WHERE status = 'waiting'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE mails`.execute(db);
  await sql`ALTER TABLE users DROP locale`.execute(db);
}
