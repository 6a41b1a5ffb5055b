import { type Kysely, sql } from "kysely";

/** Handles that nobody may choose: they look like the product, its staff or a part of its address. */
const reserved = [
  ...["admin", "administrador", "administradora", "administrator", "moderador", "moderator", "root", "staff"],
  ...["sabia", "sabia-oficial", "sabia-suporte", "oficial", "official", "equipe", "team", "empresa"],
  ...["suporte", "support", "ajuda", "help", "contato", "contact", "faq", "seguranca", "security"],
  ...["pagamentos", "pagamento", "payments", "billing", "financeiro", "reembolso", "stripe", "pix"],
  ...[
    "api",
    "auth",
    "www",
    "assets",
    "static",
    "null",
    "undefined",
    "new",
    "edit",
    "me",
    "profile",
    "perfil",
  ],
  ...["login", "logout", "register", "account", "conta", "creator", "creators", "criadores", "marketplace"],
  ...["terms", "termos", "privacy", "privacidade", "sitemap", "robots", "healthcheck", "webhooks"],
];

/**
 * The public profile of a creator. `creator_handles` holds every handle that was ever used, so that an old one leads to its
 * creator and is never another's (docs/decisions/0061-handles-are-never-reused.md); a row without a creator is reserved.
 * A new profile gets a free handle derived from its name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    CREATE TABLE creator_handles (
      handle text PRIMARY KEY CHECK (handle ~ '^[a-z0-9][a-z0-9-]{0,28}[a-z0-9]$'),
      creator_id uuid REFERENCES users ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await run("CREATE INDEX creator_handles_creator_idx ON creator_handles (creator_id)");
  await run(
    `INSERT INTO creator_handles (handle) SELECT unnest(ARRAY[${reserved.map((word) => `'${word}'`).join(", ")}])`,
  );
  await run(`
    CREATE FUNCTION handle_base(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN folded = '' THEN 'criador' WHEN length(folded) < 3 THEN 'criador-' || folded ELSE folded END
      FROM (SELECT btrim(left(btrim(regexp_replace(lower(regexp_replace(
        normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'), '-'), 24), '-') AS folded) AS f
    $$`);
  // One lock for all handles: of two people of one name who register at once, the second gets the next number.
  await run(`
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
        OR EXISTS (SELECT FROM creator_profiles WHERE handle = candidate) LOOP
        tries := tries + 1;
        candidate := base || '-' || CASE WHEN tries <= 20 THEN tries ELSE 10000 + floor(random() * 90000)::integer END;
      END LOOP;
      RETURN candidate;
    END $$`);
  await run(`
    ALTER TABLE creator_profiles
      ADD handle text,
      ADD bio text NOT NULL DEFAULT '' CHECK (length(bio) <= 600),
      ADD links text[] NOT NULL DEFAULT '{}' CHECK (cardinality(links) <= 5),
      ADD portrait_key text`);
  await run(`
    DO $$
    DECLARE one record; free text;
    BEGIN
      FOR one IN SELECT user_id, full_name FROM creator_profiles ORDER BY created_at, id LOOP
        free := free_handle(one.full_name);
        INSERT INTO creator_handles (handle, creator_id) VALUES (free, one.user_id);
        UPDATE creator_profiles SET handle = free WHERE user_id = one.user_id;
      END LOOP;
    END $$`);
  // The default is for rows that are loaded with triggers disabled; the trigger replaces it.
  await run(`
    ALTER TABLE creator_profiles
      ALTER handle SET DEFAULT 'criador-' || left(replace(gen_random_uuid()::text, '-', ''), 20),
      ALTER handle SET NOT NULL,
      ADD UNIQUE (handle),
      ADD CONSTRAINT creator_profiles_handle_check CHECK (handle ~ '^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$')`);
  await run(`
    CREATE FUNCTION derive_handle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.handle := free_handle(NEW.full_name);
      RETURN NEW;
    END $$`);
  await run(`
    CREATE TRIGGER creator_profiles_derive_handle BEFORE INSERT ON creator_profiles
      FOR EACH ROW EXECUTE FUNCTION derive_handle()`);
  await run(`
    CREATE FUNCTION keep_handle() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO creator_handles (handle, creator_id) VALUES (NEW.handle, NEW.user_id) ON CONFLICT (handle) DO NOTHING;
      PERFORM FROM creator_handles WHERE handle = NEW.handle AND creator_id = NEW.user_id;
      IF NOT FOUND THEN
        RAISE unique_violation USING MESSAGE = 'the handle belongs to another creator', CONSTRAINT = 'creator_handles_pkey';
      END IF;
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER creator_profiles_keep_handle AFTER INSERT OR UPDATE OF handle ON creator_profiles
      FOR EACH ROW EXECUTE FUNCTION keep_handle()`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP TRIGGER creator_profiles_keep_handle ON creator_profiles");
  await run("DROP TRIGGER creator_profiles_derive_handle ON creator_profiles");
  await run("DROP FUNCTION keep_handle(), derive_handle(), free_handle(text), handle_base(text)");
  await run("ALTER TABLE creator_profiles DROP handle, DROP bio, DROP links, DROP portrait_key");
  await run("DROP TABLE creator_handles");
}
