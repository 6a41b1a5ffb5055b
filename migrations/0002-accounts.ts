import { type Kysely, sql } from "kysely";

/** Google sign-in, password recovery, rate limits and the first administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  // email_verified_at: when the person showed that the mailbox is theirs (Google, or a recovery link).
  await run(sql`
    ALTER TABLE users
      ADD COLUMN google_sub text UNIQUE CHECK (length(google_sub) BETWEEN 1 AND 255),
      ADD COLUMN email_verified_at timestamptz(3)`);

  await run(sql`
    CREATE TABLE password_resets (
      token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL
    )`);

  // The shape rate-limiter-flexible works on. UNLOGGED: losing it in a crash costs nothing but a fresh count.
  await run(sql`
    CREATE UNLOGGED TABLE rate_limits (
      key varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    )`);
  await run(sql`CREATE INDEX rate_limits_expire_idx ON rate_limits (expire)`);

  /*
   * Makes someone administrator if there is none yet, and says whether it did (spec section 4). The lock makes
   * simultaneous calls follow one another; each later statement of a volatile function sees what was committed
   * before it, so a waiting call sees the first one's row.
   */
  await run(sql`
    CREATE FUNCTION ensure_first_admin(candidate uuid) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin') THEN
        RETURN false;
      END IF;
      PERFORM pg_advisory_xact_lock(hashtext('ensure_first_admin'));
      INSERT INTO user_roles (user_id, role)
        SELECT candidate, 'admin' WHERE NOT EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin');
      RETURN FOUND;
    END $$`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION ensure_first_admin(uuid)`.execute(db);
  await sql`DROP TABLE rate_limits, password_resets`.execute(db);
  await sql`ALTER TABLE users DROP COLUMN google_sub, DROP COLUMN email_verified_at`.execute(db);
}
