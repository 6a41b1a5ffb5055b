import { type Kysely, sql } from "kysely";

/**
 * Who did what, to whom, when and from where, before and after: append-only, as the ledger is. It names people by what
 * they were called then and refers to no row: it stays true whatever becomes of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);

  // Which actions there are says app/features/base/audit/audit-actions.ts; here only what a word of it looks like.
  await run(sql`
    CREATE TABLE audit_entries (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      created_at timestamptz(3) NOT NULL,
      actor_id uuid NOT NULL,
      actor_email text NOT NULL CHECK (length(actor_email) BETWEEN 1 AND 254),
      action text NOT NULL CHECK (action ~ '^[a-z][A-Za-z]{2,39}$'),
      target_kind text NOT NULL CHECK (target_kind ~ '^[a-z][A-Za-z]{2,39}$'),
      target_id text NOT NULL CHECK (length(target_id) BETWEEN 1 AND 200),
      target_label text NOT NULL CHECK (length(target_label) BETWEEN 1 AND 500),
      address text CHECK (length(address) BETWEEN 1 AND 100),
      browser text CHECK (length(browser) BETWEEN 1 AND 100),
      reason text CHECK (length(reason) BETWEEN 1 AND 500),
      before jsonb CHECK (jsonb_typeof(before) = 'object'),
      after jsonb CHECK (jsonb_typeof(after) = 'object'),
      search_text text GENERATED ALWAYS AS (fold_text(actor_email || ' ' || target_label || ' ' || target_id)) STORED
    )`);
  await run(sql`CREATE INDEX audit_entries_newest_idx ON audit_entries (created_at DESC, id DESC)`);
  await run(sql`CREATE INDEX audit_entries_action_idx ON audit_entries (action, created_at DESC, id DESC)`);
  await run(sql`
    CREATE INDEX audit_entries_search_idx ON audit_entries USING gin (search_text gin_trgm_ops)
    WITH (fastupdate = off)`);
  // A sample large enough to tell a rare name from one that is nowhere (docs/decisions/0019).
  await run(sql`ALTER TABLE audit_entries ALTER search_text SET STATISTICS 1000`);

  await run(sql`
    CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit trail is append-only'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'audit_append_only';
    END $$`);
  await run(sql`
    CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE audit_entries`.execute(db);
  await sql`DROP FUNCTION audit_refuse_change`.execute(db);
}
