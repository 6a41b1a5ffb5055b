import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Mails as rows (docs/decisions/0015-mails-are-rows.md), and which optional ones a person or an address wants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE mails (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  key text NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200), user_id uuid REFERENCES users ON DELETE CASCADE,
  email text, locale text CHECK (locale ~ '^[a-z]{2}$'),
  facts jsonb DEFAULT '{}'::jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'), sale_id uuid,
  send_at timestamptz(3) DEFAULT now() NOT NULL, created_at timestamptz(3) DEFAULT now() NOT NULL,
  status text DEFAULT 'waiting' NOT NULL CHECK (status IN ('waiting', 'sent', 'unconfirmed', 'skipped', 'refused')),
  handed_over_at timestamptz(3), ended_at timestamptz(3), sent_to text, failure text CHECK (length(failure) <= 500),
  CONSTRAINT mails_ended_check CHECK ((status = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT mails_recipient_check CHECK (((user_id IS NOT NULL) AND (email IS NULL) AND (locale IS NULL)) OR
    ((user_id IS NULL) AND (email IS NOT NULL) AND (locale IS NOT NULL)))
);
CREATE INDEX mails_ended_idx ON mails (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_sale_idx ON mails (sale_id, created_at) WHERE sale_id IS NOT NULL;
CREATE INDEX mails_undelivered_idx ON mails (ended_at) WHERE status IN ('refused', 'unconfirmed');
CREATE INDEX mails_user_idx ON mails (user_id, created_at);
CREATE INDEX mails_waiting_idx ON mails (send_at) WHERE status = 'waiting';

-- What a job has handed to the mail server: its next run does not send it again.
CREATE TABLE handed_over_mails (
  job_id bigint NOT NULL, job_revision integer NOT NULL, handed_over_at timestamptz DEFAULT now() NOT NULL,
  PRIMARY KEY (job_id, job_revision)
);

CREATE TABLE mail_choices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  choice text NOT NULL CHECK (length(choice) BETWEEN 1 AND 40),
  value text NOT NULL CHECK (value IN ('each', 'daily', 'none')), PRIMARY KEY (user_id, choice)
);

-- Hashes of the addresses that want no invitations of creators
-- (docs/decisions/0296-addresses-that-decline-invitations.md). Rows are only added.
CREATE TABLE declined_invitations (
  address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32), declined_at timestamptz(3) NOT NULL
);

-- The same for an address in capitals.
CREATE FUNCTION invited_address_hash(email text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET ${path} AS $$
  SELECT sha256(convert_to('invitations ' || lower(email), 'UTF8')) $$;
`)
    .execute(db);
}
