import { type Kysely, sql } from "kysely";

/**
 * Changes of e-mail, which are confirmed at the new address; second factors by TOTP (RFC 6238) with recovery codes;
 * passkeys (WebAuthn) with the challenges that they sign; and sign-ins that still wait for the second factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // The e-mail that the confirmed one replaces; NULL confirms the account's own.
  await run("ALTER TABLE email_confirmations ADD replaces text CHECK (length(replaces) BETWEEN 3 AND 254)");
  await run(`
    CREATE TABLE second_factors (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 29 AND 300),
      created_at timestamptz(3) NOT NULL,
      confirmed_at timestamptz(3),
      last_step bigint,
      CONSTRAINT second_factors_confirmed_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
    )`);
  await run(`
    CREATE TABLE recovery_codes (
      code_digest text CHECK (code_digest ~ '^[0-9a-f]{64}$'),
      user_id uuid REFERENCES second_factors ON DELETE CASCADE,
      PRIMARY KEY (user_id, code_digest)
    )`);
  await run(`
    CREATE TABLE unfinished_sign_ins (
      id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      entrance text NOT NULL CHECK (entrance IN ('consumer', 'creator', 'admin')),
      target text NOT NULL CHECK (length(target) <= 600),
      shown_price_cents integer CHECK (shown_price_cents >= 0),
      expires_at timestamptz(3) NOT NULL
    )`);
  await run("CREATE INDEX unfinished_sign_ins_user_id_idx ON unfinished_sign_ins (user_id)");
  await run("CREATE INDEX unfinished_sign_ins_expires_at_idx ON unfinished_sign_ins (expires_at)");
  await run(`
    CREATE TABLE passkeys (
      id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]+$' AND length(id) <= 1400),
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 4000),
      counter bigint NOT NULL CHECK (counter >= 0),
      transports text[] NOT NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3)
    )`);
  await run("CREATE INDEX passkeys_user_id_idx ON passkeys (user_id)");
  await run(`
    CREATE TABLE passkey_challenges (
      challenge text PRIMARY KEY CHECK (challenge ~ '^[A-Za-z0-9_-]{43}$'),
      purpose text NOT NULL CHECK (purpose IN ('add', 'signIn', 'secondFactor', 'proof')),
      user_id uuid REFERENCES users ON DELETE CASCADE,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT passkey_challenges_owner_check CHECK ((purpose = 'signIn') = (user_id IS NULL))
    )`);
  await run("CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id)");
  await run("CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at)");
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TABLE passkey_challenges, passkeys, unfinished_sign_ins, recovery_codes, second_factors");
  await run("ALTER TABLE email_confirmations DROP replaces");
}
