import { type Kysely, sql } from "kysely";

/**
 * Administrators look people up by a part of their name or e-mail, in any case and without minding accents. Folded
 * text has letters that make trigrams in every database, whatever its locale (docs/decisions/0019).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN translate(lower(value),
      'ÁÀÂÃÄáàâãäÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñ',
      'aaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn')`.execute(db);
  for (const table of ["creator_profiles", "consumer_profiles"]) {
    const name = sql.raw(table);
    const index = sql.raw(`${table}_search_idx`);
    await sql`
      ALTER TABLE ${name} ADD COLUMN search_text text GENERATED ALWAYS AS (fold_text(full_name || ' ' || email)) STORED`.execute(
      db,
    );
    await sql`CREATE INDEX ${index} ON ${name} USING gin (search_text gin_trgm_ops) WITH (fastupdate = off)`.execute(
      db,
    );
    // A sample large enough to tell a rare name from one that is nowhere (docs/decisions/0019).
    await sql`ALTER TABLE ${name} ALTER search_text SET STATISTICS 1000`.execute(db);
    await sql`ANALYZE ${name} (search_text)`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE creator_profiles DROP COLUMN search_text`.execute(db);
  await sql`ALTER TABLE consumer_profiles DROP COLUMN search_text`.execute(db);
  await sql`DROP FUNCTION fold_text(text)`.execute(db);
}
