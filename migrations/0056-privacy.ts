import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** Columns of the audit log that name people; the others never change. */
const names =
  "'actor_email', 'target_label', 'address', 'browser', 'reason', 'before', 'after', 'search_text'";

const refuse = `RAISE EXCEPTION 'the audit trail is append-only'
  USING ERRCODE = 'restrict_violation', CONSTRAINT = 'audit_append_only'`;

/**
 * Downloads of one's own data, the erasure of accounts, and the retention of the audit log
 * (docs/decisions/0073-what-an-erasure-leaves.md). The audit log stays append-only, except for two functions that run as its
 * owner: one removes an erased person's names, the other removes what is older than its retention.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("ALTER TABLE users ADD erased_at timestamptz(3)");
  await run(`
    CREATE TABLE account_erasures (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      requested_at timestamptz(3) NOT NULL,
      due_at timestamptz(3) NOT NULL,
      locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'),
      keep_reviews boolean NOT NULL,
      begun_at timestamptz(3),
      finished_at timestamptz(3),
      CONSTRAINT account_erasures_due_check CHECK (due_at > requested_at),
      CONSTRAINT account_erasures_begun_check CHECK (begun_at >= due_at),
      CONSTRAINT account_erasures_finished_check CHECK (finished_at IS NULL OR begun_at IS NOT NULL)
    )`);
  await run("CREATE INDEX account_erasures_due_idx ON account_erasures (due_at) WHERE finished_at IS NULL");
  await run(`
    CREATE TABLE data_exports (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'),
      storage_key text NOT NULL UNIQUE,
      requested_at timestamptz(3) NOT NULL,
      ready_at timestamptz(3),
      bytes bigint CHECK (bytes > 0),
      CONSTRAINT data_exports_ready_check CHECK ((ready_at IS NULL) = (bytes IS NULL))
    )`);
  await run("CREATE INDEX data_exports_requested_idx ON data_exports (requested_at)");
  await run(
    "CREATE INDEX payment_events_received_idx ON payment_events (received_at) WHERE body IS NOT NULL",
  );

  // Nobody else gets the handle of an erased creator, and the table does not name them.
  await run("CREATE TABLE retired_handles (digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'))");
  await run(`
    CREATE FUNCTION is_retired(handle text) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (SELECT FROM retired_handles WHERE digest = encode(sha256(convert_to(handle, 'UTF8')), 'hex'))
    $$`);
  await run(freeHandle("OR is_retired(candidate)"));
  await run(`
    CREATE FUNCTION refuse_retired_handle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF is_retired(NEW.handle) THEN
        RAISE unique_violation USING MESSAGE = 'the handle belonged to another creator', CONSTRAINT = 'creator_handles_pkey';
      END IF;
      RETURN NEW;
    END $$`);
  await run(`
    CREATE TRIGGER creator_handles_retired BEFORE INSERT ON creator_handles
      FOR EACH ROW EXECUTE FUNCTION refuse_retired_handle()`);

  await run(`
    CREATE INDEX audit_entries_addressed_idx ON audit_entries (created_at)
      WHERE address IS NOT NULL OR browser IS NOT NULL`);
  await run("DROP TRIGGER audit_append_only ON audit_entries");
  await run(`
    CREATE OR REPLACE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('audit.change', true) = TG_OP AND TG_OP = 'DELETE' THEN
        IF OLD.created_at < now() - interval '5 years' THEN RETURN OLD; END IF;
      ELSIF current_setting('audit.change', true) = TG_OP AND TG_OP = 'UPDATE' THEN
        IF to_jsonb(NEW) - ARRAY[${names}] = to_jsonb(OLD) - ARRAY[${names}] THEN RETURN NEW; END IF;
      END IF;
      ${refuse};
    END $$`);
  await run(`
    CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION audit_refuse_change()`);
  await run(`
    CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()`);
  await run(`
    CREATE FUNCTION audit_erase_names(account uuid, names text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    DECLARE
      patterns text[] := ARRAY(SELECT '%' || replace(replace(replace(fold_text(name), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
        FROM unnest(names) AS name WHERE length(name) >= 3);
    BEGIN
      IF NOT EXISTS (SELECT FROM account_erasures WHERE user_id = account AND begun_at IS NOT NULL) THEN
        RAISE EXCEPTION 'no erasure of this account has begun' USING ERRCODE = 'restrict_violation';
      END IF;
      PERFORM set_config('audit.change', 'UPDATE', true);
      UPDATE audit_entries SET
        actor_email = CASE WHEN actor_id = account THEN '—' ELSE actor_email END,
        address = CASE WHEN actor_id = account THEN NULL ELSE address END,
        browser = CASE WHEN actor_id = account THEN NULL ELSE browser END,
        target_label = CASE WHEN about OR fold_text(target_label) LIKE ANY (patterns) THEN target_id ELSE target_label END,
        reason = CASE WHEN about OR fold_text(reason) LIKE ANY (patterns) THEN NULL ELSE reason END,
        before = CASE WHEN about OR fold_text(before::text) LIKE ANY (patterns)
          THEN before - ARRAY['payee', 'paidTo', 'handle', 'search', 'filter'] ELSE before END,
        after = CASE WHEN about OR fold_text(after::text) LIKE ANY (patterns)
          THEN after - ARRAY['payee', 'paidTo', 'handle', 'search', 'filter'] ELSE after END
      FROM (
        SELECT entry.id AS entry_id, target_id = account::text
          OR target_id IN (SELECT sale.id::text FROM sales sale WHERE consumer_id = account)
          OR target_id IN (SELECT payout.id::text FROM payouts payout WHERE creator_id = account)
          OR target_id IN (SELECT review.id::text FROM reviews review WHERE author_id = account) AS about
        FROM audit_entries entry
      ) AS found
      WHERE entry_id = audit_entries.id AND (about OR actor_id = account OR search_text LIKE ANY (patterns)
        OR fold_text(concat(reason, before::text, after::text)) LIKE ANY (patterns));
      PERFORM set_config('audit.change', '', true);
    END $$`);
  await run(`
    CREATE FUNCTION audit_forget_old(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
    DECLARE
      blanked integer;
      deleted integer;
    BEGIN
      PERFORM set_config('audit.change', 'UPDATE', true);
      UPDATE audit_entries SET address = NULL, browser = NULL WHERE id IN (
        SELECT id FROM audit_entries WHERE (address IS NOT NULL OR browser IS NOT NULL)
          AND created_at < now() - interval '6 months' ORDER BY created_at LIMIT most);
      GET DIAGNOSTICS blanked = ROW_COUNT;
      PERFORM set_config('audit.change', 'DELETE', true);
      DELETE FROM audit_entries WHERE id IN (
        SELECT id FROM audit_entries WHERE created_at < now() - interval '5 years' ORDER BY created_at LIMIT most);
      GET DIAGNOSTICS deleted = ROW_COUNT;
      PERFORM set_config('audit.change', '', true);
      RETURN blanked + deleted;
    END $$`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP FUNCTION audit_forget_old(integer), audit_erase_names(uuid, text[])");
  await run("DROP TRIGGER audit_never_emptied ON audit_entries");
  await run("DROP TRIGGER audit_append_only ON audit_entries");
  await run("DROP INDEX audit_entries_addressed_idx, payment_events_received_idx");
  await run(`
    CREATE OR REPLACE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${refuse};
    END $$`);
  await run(`
    CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()`);
  await run("DROP TRIGGER creator_handles_retired ON creator_handles");
  await run(freeHandle(""));
  await run("DROP FUNCTION refuse_retired_handle(), is_retired(text)");
  await run("DROP TABLE retired_handles, data_exports, account_erasures");
  await run("ALTER TABLE users DROP erased_at");
}

/** `or`: a further condition for a handle that is taken. */
function freeHandle(or: string): string {
  return `
    CREATE OR REPLACE FUNCTION free_handle(name text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      base text := handle_base(name);
      candidate text;
      tries integer := 1;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('creator handles', 0));
      IF EXISTS (SELECT FROM creator_handles WHERE handle = base AND creator_id IS NULL) THEN base := 'criador'; END IF;
      candidate := base;
      WHILE EXISTS (SELECT FROM creator_handles WHERE handle = candidate)
        OR EXISTS (SELECT FROM creator_profiles WHERE handle = candidate) ${or} LOOP
        tries := tries + 1;
        candidate := base || '-' || CASE WHEN tries <= 20 THEN tries ELSE 10000 + floor(random() * 90000)::integer END;
      END LOOP;
      RETURN candidate;
    END $$`;
}
