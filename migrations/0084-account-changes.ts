import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/**
 * Changes of how an account is reached, which its owner can undo by a mailed link for some days: another e-mail, a passkey
 * added, two-step verification turned on (docs/decisions/0107-changes-undone-by-mail.md). A change of e-mail waits until
 * `due_at` where the creator has a balance. While the row of a changed e-mail exists, nobody else can use the former
 * address. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE IF NOT EXISTS account_changes (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('email', 'passkey', 'secondFactor')),
      passkey_id text,
      former_email text CHECK (length(former_email) BETWEEN 3 AND 254),
      new_email text CHECK (length(new_email) BETWEEN 3 AND 254),
      had_google boolean,
      changed_at timestamptz(3) NOT NULL,
      due_at timestamptz(3) NOT NULL,
      applied_at timestamptz(3),
      ended_at timestamptz(3),
      CONSTRAINT account_changes_email_check
        CHECK ((kind = 'email') = (num_nonnulls(former_email, new_email, had_google) = 3)
          AND (kind = 'email' OR num_nonnulls(former_email, new_email, had_google) = 0)),
      CONSTRAINT account_changes_passkey_check CHECK ((kind = 'passkey') = (passkey_id IS NOT NULL)),
      CONSTRAINT account_changes_due_check CHECK (due_at >= changed_at AND applied_at >= due_at)
    )`);
  await run("CREATE INDEX IF NOT EXISTS account_changes_user_idx ON account_changes (user_id, id)");
  await run(`
    CREATE UNIQUE INDEX IF NOT EXISTS account_changes_waiting_idx ON account_changes (user_id)
      WHERE applied_at IS NULL AND ended_at IS NULL`);
  await run(`
    CREATE INDEX IF NOT EXISTS account_changes_former_email_idx ON account_changes (lower(former_email))
      WHERE former_email IS NOT NULL`);
  await run("CREATE INDEX IF NOT EXISTS account_changes_due_idx ON account_changes (due_at)");
  await run(`
    CREATE TABLE IF NOT EXISTS undo_links (
      token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
      mail_id uuid NOT NULL,
      change_id bigint NOT NULL REFERENCES account_changes ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      CONSTRAINT undo_links_mail_id_key UNIQUE (mail_id)
    )`);
  await run("CREATE INDEX IF NOT EXISTS undo_links_change_idx ON undo_links (change_id)");
  await run("CREATE INDEX IF NOT EXISTS undo_links_user_idx ON undo_links (user_id)");
  for (const table of ["account_changes", "undo_links"])
    await run(`
      CREATE OR REPLACE TRIGGER ${table}_refuse_erased AFTER INSERT ON ${table}
        FOR EACH ROW EXECUTE FUNCTION refuse_erased(user_id)`);
  // For each statement: many accounts that are added at once are looked up at once.
  await sql`
    CREATE OR REPLACE FUNCTION refuse_former_email() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM written JOIN public.account_changes ON lower(former_email) = lower(written.email)
          WHERE user_id <> written.id AND applied_at IS NOT NULL AND ended_at IS NULL) THEN
        RAISE EXCEPTION 'the e-mail was replaced by another account a few days ago'
          USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_former_email', TABLE = 'users';
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  for (const event of ["INSERT", "UPDATE"])
    await run(`
      CREATE OR REPLACE TRIGGER users_refuse_former_email_${event.toLowerCase()} AFTER ${event} ON users
        REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_email()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION refuse_former_email() CASCADE`.execute(db);
  await sql`DROP TABLE undo_links, account_changes`.execute(db);
}
