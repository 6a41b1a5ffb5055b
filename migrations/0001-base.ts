import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** The columns that name people: the others never change. */
const namesPeople =
  "'actor_email', 'target_label', 'address', 'browser', 'reason', 'before', 'after', 'search_text'";

/**
 * Foundations of every room: text folded for searches, the audit trail, running counts, limits, and what processes know
 * of one another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;
CREATE EXTENSION fuzzystrmatch;

-- Lower case without accents (docs/decisions/0019-search.md).
CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN unaccent('unaccent'::regdictionary, lower($1));

-- Letters that make trigrams in every database, whatever its locale
-- (docs/decisions/0019-search.md).
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(value), 'ÁÀÂÃÄáàâãäÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñ',
    'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn');

CREATE FUNCTION title_grams(title text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT array_agg(DISTINCT gram)
    FROM unnest(string_to_array(lower(title), NULL), (string_to_array(lower(title), NULL))[2:]) AS pairs (a, b),
      LATERAL (VALUES (a), (a || b)) AS grams (gram) WHERE gram IS NOT NULL);

-- The audit log: who did what, to whom, when and from where. Names people as they were called then and refers to no
-- row, so it stays true after any later change.
CREATE TABLE audit_entries (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, created_at timestamptz(3) NOT NULL, actor_id uuid NOT NULL,
  actor_email text NOT NULL CHECK (length(actor_email) BETWEEN 1 AND 254),
  action text NOT NULL CHECK (action ~ '^[a-z][A-Za-z]{2,39}$'),
  target_kind text NOT NULL CHECK (target_kind ~ '^[a-z][A-Za-z]{2,39}$'),
  target_id text NOT NULL CHECK (length(target_id) BETWEEN 1 AND 200),
  target_label text NOT NULL CHECK (length(target_label) BETWEEN 1 AND 500),
  address text CHECK (length(address) BETWEEN 1 AND 100), browser text CHECK (length(browser) BETWEEN 1 AND 100),
  reason text CHECK (length(reason) BETWEEN 1 AND 500), before jsonb CHECK (jsonb_typeof(before) = 'object'),
  after jsonb CHECK (jsonb_typeof(after) = 'object'),
  search_text text GENERATED ALWAYS AS (fold_text(((((actor_email || ' ') || target_label) || ' ') || target_id)))
    STORED
);
ALTER TABLE audit_entries ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX audit_entries_action_idx ON audit_entries (action, created_at DESC, id DESC);
CREATE INDEX audit_entries_addressed_idx ON audit_entries (created_at) WHERE address IS NOT NULL OR browser IS NOT NULL;
CREATE INDEX audit_entries_newest_idx ON audit_entries (created_at DESC, id DESC);
CREATE INDEX audit_entries_search_idx ON audit_entries USING gin (search_text gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE running_counts (
  kind text NOT NULL, part smallint NOT NULL, number bigint NOT NULL, PRIMARY KEY (kind, part)
);

CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) PRIMARY KEY, points integer DEFAULT 0 NOT NULL, expire bigint
);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);

-- One row: a known text, encrypted by the key that encrypts second factors and tax ids, to recognise another key.
CREATE TABLE data_key_checks (
  id integer DEFAULT 1 PRIMARY KEY CHECK (id = 1), sealed bytea NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL
);

-- By heartbeat: jobs of a runner that is gone are unlocked.
CREATE TABLE job_runners (
  id text PRIMARY KEY, seen_at timestamptz DEFAULT now() NOT NULL, steady_since timestamptz DEFAULT now() NOT NULL
);

-- The audit trail changes in two ways: by its retention, which is here, and by an erasure (0015-erased-accounts).
CREATE FUNCTION audit_forget_old(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET ${path} AS $$
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
  END $$;

CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('audit.change', true) = TG_OP AND TG_OP = 'DELETE' THEN
      IF OLD.created_at < now() - interval '5 years' THEN RETURN OLD; END IF;
    ELSIF current_setting('audit.change', true) = TG_OP AND TG_OP = 'UPDATE' THEN
      IF to_jsonb(NEW) - ARRAY[${namesPeople}] = to_jsonb(OLD) - ARRAY[${namesPeople}] THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'audit_append_only';
  END $$;

CREATE FUNCTION like_part(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%';

CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
  END $$;

CREATE FUNCTION plain_words(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT word FROM regexp_split_to_table($1, '[^a-z0-9]+') AS word WHERE char_length(word) BETWEEN 3 AND 40 $$;

CREATE FUNCTION refuse_frozen() RETURNS trigger LANGUAGE plpgsql SET ${path} AS $$
  BEGIN
    RAISE EXCEPTION 'what is decided of % never changes', TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END $$;

CREATE FUNCTION search_grams(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT CASE WHEN char_length($1) <= 2 THEN ARRAY[$1]
      ELSE array_agg(DISTINCT a || b) FILTER (WHERE b IS NOT NULL) END
    FROM unnest(string_to_array($1, NULL), (string_to_array($1, NULL))[2:]) AS pairs (a, b));

CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT
  EXECUTE FUNCTION audit_refuse_change();
`)
    .execute(db);
}
