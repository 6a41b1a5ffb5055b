import { type Kysely, sql } from "kysely";

/** People, how they sign in and what they may undo, profiles and handles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  email text NOT NULL CHECK ((email = btrim(email)) AND (length(email) BETWEEN 3 AND 254)), password_hash text,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  google_sub text UNIQUE CHECK (length(google_sub) BETWEEN 1 AND 255), email_verified_at timestamptz(3),
  google_name text CHECK (length(google_name) BETWEEN 1 AND 200), suspended_at timestamptz(3),
  videos_a_day integer CHECK (videos_a_day >= 0), checkouts_an_hour integer CHECK (checkouts_an_hour >= 0),
  locale text DEFAULT 'pt' NOT NULL CHECK (locale ~ '^[a-z]{2}$'), erased_at timestamptz(3)
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

-- request_id: the approved request for a second person (0009-payouts).
CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, role text NOT NULL CHECK (role = 'admin'),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  granted_by uuid REFERENCES users ON DELETE RESTRICT, request_id uuid, PRIMARY KEY (user_id, role)
);

CREATE TABLE admin_grants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id uuid NOT NULL, granted_by uuid, approved_by uuid,
  granted_at timestamptz(3) NOT NULL, vouched_at timestamptz(3)
);
CREATE INDEX admin_grants_user_idx ON admin_grants (user_id);

CREATE TABLE consumer_profiles (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE RESTRICT,
  full_name text NOT NULL CHECK (length(full_name) BETWEEN 1 AND 200), email text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (fold_text(((full_name || ' ') || email))) STORED
);
ALTER TABLE consumer_profiles ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX consumer_profiles_created_at_idx ON consumer_profiles (created_at DESC, id DESC);
CREATE INDEX consumer_profiles_search_idx ON consumer_profiles USING gin (search_text gin_trgm_ops) WITH
  (fastupdate=off);

-- Every handle that was ever used: an old one leads to its creator and is never another's
-- (docs/decisions/0061-handles-are-never-reused.md). A row without a creator is reserved: it looks like the product,
-- its staff or a part of its address.
CREATE TABLE creator_handles (
  handle text PRIMARY KEY CHECK (handle ~ '^[a-z0-9][a-z0-9-]{0,28}[a-z0-9]$'),
  creator_id uuid REFERENCES users ON DELETE SET NULL, created_at timestamptz(3) DEFAULT now() NOT NULL
);
CREATE INDEX creator_handles_creator_idx ON creator_handles (creator_id);

INSERT INTO creator_handles (handle) SELECT word FROM regexp_split_to_table('
  account admin administrador administradora administrator ajuda api assets auth billing conta contact contato
  creator creators criadores edit empresa equipe faq financeiro healthcheck help login logout marketplace me
  moderador moderator new null official oficial pagamento pagamentos payments perfil pix privacidade privacy profile
  reembolso register robots root sabia sabia-oficial sabia-suporte security seguranca sitemap staff static stripe
  suporte support team termos terms undefined webhooks www
', '\s+') AS word WHERE word <> '';

CREATE TABLE retired_handles (
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$')
);

-- tax_id: CPF or CNPJ, encrypted by the application (docs/decisions/0072-tax-ids.md). The ceilings are those that an
-- operator set for one account; null is the usual one. A bank account has the bank's code, the branch and the holder's
-- CPF or CNPJ, or free text in the other columns. marks_playback: the creator's choice of a visible mark.
CREATE TABLE creator_profiles (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE RESTRICT,
  full_name text NOT NULL CHECK (length(full_name) BETWEEN 1 AND 200), email text NOT NULL,
  country text NOT NULL CHECK (length(country) BETWEEN 1 AND 100),
  payment_method text DEFAULT 'pix' NOT NULL CHECK (payment_method IN ('pix', 'bank', 'card', 'stripe')),
  currency text DEFAULT 'BRL' NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')),
  pix_key text CHECK (length(pix_key) <= 200), bank_account_number text CHECK (length(bank_account_number) <= 60),
  bank_name text CHECK (length(bank_name) <= 120), card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
  card_holder_name text CHECK (length(card_holder_name) <= 200), created_at timestamptz(3) DEFAULT now() NOT NULL,
  search_text text GENERATED ALWAYS AS (fold_text(((full_name || ' ') || email))) STORED,
  handle text DEFAULT ('criador-' || "left"(replace((gen_random_uuid())::text, '-', ''), 20)) NOT NULL UNIQUE CHECK
    (handle ~ '^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$'),
  bio text DEFAULT '' NOT NULL CHECK (length(bio) <= 600),
  links text[] DEFAULT '{}'::text[] NOT NULL CHECK (cardinality(links) <= 5), portrait_key text,
  tax_id bytea CHECK ((octet_length(tax_id) >= 29) AND (octet_length(tax_id) <= 100)),
  marks_playback boolean DEFAULT false NOT NULL, bank_code text CHECK (bank_code ~ '^[0-9]{3}$'),
  bank_branch text CHECK (bank_branch ~ '^[0-9]{4}(-[0-9X])?$'),
  bank_holder_tax_id text CHECK (bank_holder_tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  CONSTRAINT creator_profiles_bank_whole CHECK (num_nonnulls(bank_code, bank_branch, bank_holder_tax_id) IN (0, 3))
);
ALTER TABLE creator_profiles ALTER COLUMN search_text SET STATISTICS 1000;
CREATE INDEX creator_profiles_created_at_idx ON creator_profiles (created_at DESC, id DESC);
CREATE INDEX creator_profiles_search_idx ON creator_profiles USING gin (search_text gin_trgm_ops) WITH
  (fastupdate=off);

-- former_id_hash opens the session, without its last proof, until the browser has used the new id
-- (docs/decisions/0003-sessions-and-recent-proofs.md).
CREATE TABLE sessions (
  id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, created_at timestamptz(3) DEFAULT now() NOT NULL,
  last_seen_at timestamptz(3) DEFAULT now() NOT NULL, expires_at timestamptz(3) NOT NULL,
  user_agent text CHECK (length(user_agent) <= 300), proved_at timestamptz(3) DEFAULT now() NOT NULL,
  public_id uuid DEFAULT gen_random_uuid() NOT NULL UNIQUE, former_id_hash text, former_proved_at timestamptz(3),
  former_until timestamptz(3), reproved_at timestamptz(3),
  CONSTRAINT sessions_former_check CHECK (num_nonnulls(former_id_hash, former_proved_at, former_until) = ANY
    (ARRAY[0, 3]))
);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_former_id_idx ON sessions (former_id_hash) WHERE former_id_hash IS NOT NULL;
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

CREATE TABLE password_resets (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE, created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE TABLE email_confirmations (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE, email text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL, expires_at timestamptz(3) NOT NULL,
  replaces text CHECK (length(replaces) BETWEEN 3 AND 254)
);
CREATE INDEX email_confirmations_expires_at_idx ON email_confirmations (expires_at);

-- TOTP (RFC 6238).
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL CHECK ((octet_length(secret) >= 29) AND (octet_length(secret) <= 300)),
  created_at timestamptz(3) NOT NULL, confirmed_at timestamptz(3), last_step bigint,
  CONSTRAINT second_factors_confirmed_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);

CREATE TABLE recovery_codes (
  code_digest text NOT NULL CHECK (code_digest ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  PRIMARY KEY (user_id, code_digest)
);

CREATE TABLE passkeys (
  id text PRIMARY KEY CHECK ((id ~ '^[A-Za-z0-9_-]+$') AND (length(id) <= 1400)),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  public_key bytea NOT NULL CHECK ((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4000)),
  counter bigint NOT NULL CHECK (counter >= 0), transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60), created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY CHECK (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  purpose text NOT NULL CHECK (purpose IN ('add', 'signIn', 'secondFactor', 'proof')),
  user_id uuid REFERENCES users ON DELETE CASCADE, expires_at timestamptz(3) NOT NULL, browser_hash text,
  CONSTRAINT passkey_challenges_browser_check CHECK (browser_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT passkey_challenges_owner_check CHECK ((purpose = 'signIn') = (user_id IS NULL))
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id);

-- Requests to turn off a lost second factor: proved by mail, allowed by an administrator, done a day after the proof.
CREATE TABLE second_factor_removals (
  user_id uuid PRIMARY KEY REFERENCES second_factors(user_id) ON DELETE CASCADE,
  token_hash text UNIQUE CHECK (token_hash ~ '^[0-9a-f]{64}$'), asked_at timestamptz(3) NOT NULL,
  proved_at timestamptz(3), allowed_at timestamptz(3), allowed_by uuid REFERENCES users ON DELETE SET NULL,
  CONSTRAINT second_factor_removals_allowed_check CHECK ((allowed_at IS NULL) OR (proved_at IS NOT NULL))
);
CREATE INDEX second_factor_removals_allowed_by_idx ON second_factor_removals (allowed_by);

CREATE TABLE unfinished_sign_ins (
  id_hash text PRIMARY KEY CHECK (id_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  entrance text NOT NULL CHECK (entrance IN ('consumer', 'creator', 'admin')),
  target text NOT NULL CHECK (length(target) <= 600), shown_price_cents integer CHECK (shown_price_cents >= 0),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX unfinished_sign_ins_expires_at_idx ON unfinished_sign_ins (expires_at);
CREATE INDEX unfinished_sign_ins_user_id_idx ON unfinished_sign_ins (user_id);

-- Which version of the terms each person accepted, and when.
CREATE TABLE terms_acceptances (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  version text NOT NULL CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'), accepted_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (user_id, version)
);

-- What its owner can undo by a mailed link for some days (docs/decisions/0078-changes-held-and-undone.md). A change of
-- e-mail waits until due_at where the creator has a balance. While the row of a changed e-mail exists, nobody else can
-- use the former address.
CREATE TABLE account_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('email', 'passkey', 'secondFactor')), passkey_id text,
  former_email text CHECK (length(former_email) BETWEEN 3 AND 254),
  new_email text CHECK (length(new_email) BETWEEN 3 AND 254), had_google boolean, changed_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL, applied_at timestamptz(3), ended_at timestamptz(3),
  CONSTRAINT account_changes_due_check CHECK ((due_at >= changed_at) AND (applied_at >= due_at)),
  CONSTRAINT account_changes_email_check CHECK (((kind = 'email') = (num_nonnulls(former_email, new_email,
    had_google) = 3)) AND ((kind = 'email') OR (num_nonnulls(former_email, new_email, had_google) = 0))),
  CONSTRAINT account_changes_passkey_check CHECK ((kind = 'passkey') = (passkey_id IS NOT NULL))
);
CREATE INDEX account_changes_due_idx ON account_changes (due_at);
CREATE INDEX account_changes_former_email_idx ON account_changes (lower(former_email)) WHERE former_email IS NOT NULL;
CREATE INDEX account_changes_user_idx ON account_changes (user_id, id);
CREATE UNIQUE INDEX account_changes_waiting_idx ON account_changes (user_id)
  WHERE applied_at IS NULL AND ended_at IS NULL;

CREATE TABLE undo_links (
  token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'), mail_id uuid NOT NULL UNIQUE,
  change_id bigint NOT NULL REFERENCES account_changes ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX undo_links_change_idx ON undo_links (change_id);
CREATE INDEX undo_links_user_idx ON undo_links (user_id);

CREATE TABLE account_erasures (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE, requested_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL, locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'), keep_reviews boolean NOT NULL,
  begun_at timestamptz(3), finished_at timestamptz(3),
  CONSTRAINT account_erasures_begun_check CHECK (begun_at >= due_at),
  CONSTRAINT account_erasures_due_check CHECK (due_at > requested_at),
  CONSTRAINT account_erasures_finished_check CHECK ((finished_at IS NULL) OR (begun_at IS NOT NULL))
);
CREATE INDEX account_erasures_due_idx ON account_erasures (due_at) WHERE finished_at IS NULL;

CREATE TABLE data_exports (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, user_id uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2}$'), storage_key text NOT NULL UNIQUE,
  requested_at timestamptz(3) NOT NULL, ready_at timestamptz(3), bytes bigint CHECK (bytes > 0),
  CONSTRAINT data_exports_ready_check CHECK ((ready_at IS NULL) = (bytes IS NULL))
);
CREATE INDEX data_exports_requested_idx ON data_exports (requested_at);

CREATE FUNCTION handle_base(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN folded = '' THEN 'criador' WHEN length(folded) < 3 THEN 'criador-' || folded ELSE folded END
  FROM (SELECT btrim(left(btrim(regexp_replace(lower(regexp_replace(
    normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'), '-'), 24), '-') AS folded) AS f $$;

CREATE FUNCTION is_retired(handle text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM retired_handles WHERE digest = encode(sha256(convert_to(handle, 'UTF8')), 'hex')) $$;

CREATE FUNCTION derive_handle() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.handle := free_handle(NEW.full_name); RETURN NEW; END $$;

-- The first administrator, once (docs/security.md).
CREATE FUNCTION ensure_first_admin(candidate uuid) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin') THEN
      RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('ensure_first_admin'));
    INSERT INTO user_roles (user_id, role)
      SELECT candidate, 'admin' WHERE NOT EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin');
    RETURN FOUND;
  END $$;

-- One lock for all handles: of two people of one name who register at once, the second gets the next number. A name
-- that numbers no longer suffice for gets a random ending.
CREATE FUNCTION free_handle(name text) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    base text := handle_base(name);
    candidate text;
    tries integer := 1;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('creator handles', 0));
    IF EXISTS (SELECT FROM creator_handles WHERE handle = base AND creator_id IS NULL) THEN base := 'criador'; END IF;
    candidate := base;
    WHILE EXISTS (SELECT FROM creator_handles WHERE handle = candidate)
      OR EXISTS (SELECT FROM creator_profiles WHERE handle = candidate)
      OR is_retired(candidate) LOOP
      tries := tries + 1;
      candidate := CASE
    WHEN tries <= 20 THEN base || '-' || tries
    WHEN tries <= 40 THEN base || '-' || (10000 + floor(random() * 90000)::integer)
    ELSE left(base, 17) || '-' || left(replace(gen_random_uuid()::text, '-', ''), 12) END;
    END LOOP;
    RETURN candidate;
  END $$;

CREATE FUNCTION keep_handle() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO creator_handles (handle, creator_id) VALUES (NEW.handle, NEW.user_id) ON CONFLICT (handle) DO NOTHING;
    PERFORM FROM creator_handles WHERE handle = NEW.handle AND creator_id = NEW.user_id;
    IF NOT FOUND THEN
      RAISE unique_violation
        USING MESSAGE = 'the handle belongs to another creator', CONSTRAINT = 'creator_handles_pkey';
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION refuse_former_email() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM written JOIN public.account_changes ON lower(former_email) = lower(written.email)
        WHERE user_id <> written.id AND applied_at IS NOT NULL AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'the e-mail was replaced by another account a few days ago'
        USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_former_email', TABLE = 'users';
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION refuse_retired_handle() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF is_retired(NEW.handle) THEN
      RAISE unique_violation
        USING MESSAGE = 'the handle belonged to another creator', CONSTRAINT = 'creator_handles_pkey';
    END IF;
    RETURN NEW;
  END $$;

CREATE TRIGGER users_refuse_former_email_insert AFTER INSERT ON users REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_email();
CREATE TRIGGER users_refuse_former_email_update AFTER UPDATE ON users REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_former_email();
CREATE TRIGGER creator_handles_retired BEFORE INSERT ON creator_handles FOR EACH ROW
  EXECUTE FUNCTION refuse_retired_handle();
CREATE TRIGGER creator_profiles_derive_handle BEFORE INSERT ON creator_profiles FOR EACH ROW
  EXECUTE FUNCTION derive_handle();
CREATE TRIGGER creator_profiles_keep_handle AFTER INSERT OR UPDATE OF handle ON creator_profiles FOR EACH ROW
  EXECUTE FUNCTION keep_handle();
`)
    .execute(db);
}
