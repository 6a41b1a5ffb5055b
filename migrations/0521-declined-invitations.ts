import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/**
 * Addresses that want no invitations of creators (docs/decisions/0296-addresses-that-decline-invitations.md): only
 * their hashes. Rows are only added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE declined_invitations (
  address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
  declined_at timestamptz(3) NOT NULL
);

-- The same for an address in capitals.
CREATE FUNCTION invited_address_hash(email text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET ${path} AS $$
  SELECT sha256(convert_to('invitations ' || lower(email), 'UTF8')) $$;
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`DROP TABLE declined_invitations; DROP FUNCTION invited_address_hash(text)`).execute(db);
}
