import { type Kysely, sql } from "kysely";

/**
 * Search in titles (docs/decisions/0019-search-by-trigrams-and-grams.md). pg_trgm is a trusted extension, which needs
 * only the CREATE privilege on the database. Both indexes have `fastupdate` off, so that searches do not read a list of
 * pending entries.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  await sql`
    CREATE INDEX videos_title_trgm_idx ON videos USING gin (title gin_trgm_ops) WITH (fastupdate = off)
    WHERE published_at IS NOT NULL AND deleted_at IS NULL`.execute(db);

  // Every character of a title and every two in a row, each once, in lower case as ILIKE folds it.
  await sql`
    CREATE FUNCTION title_grams(title text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (
      SELECT array_agg(DISTINCT gram)
      FROM unnest(string_to_array(lower(title), NULL), (string_to_array(lower(title), NULL))[2:]) AS pairs (a, b),
        LATERAL (VALUES (a), (a || b)) AS grams (gram)
      WHERE gram IS NOT NULL
    )`.execute(db);
  await sql`
    ALTER TABLE videos ADD COLUMN title_grams text[] GENERATED ALWAYS AS (title_grams(title)) STORED`.execute(
    db,
  );
  await sql`
    CREATE INDEX videos_title_grams_idx ON videos USING gin (title_grams) WITH (fastupdate = off)
    WHERE published_at IS NOT NULL AND deleted_at IS NULL`.execute(db);

  // A sample large enough to tell what one title in a thousand has from what one in ten thousand has: by that the
  // planner chooses between these indexes and the walk from the newest down.
  await sql`ALTER TABLE videos ALTER title SET STATISTICS 1000, ALTER title_grams SET STATISTICS 1000`.execute(
    db,
  );
  await sql`ANALYZE videos (title, title_grams)`.execute(db);
}

/** The extension stays: something else may have come to use it. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX videos_title_trgm_idx, videos_title_grams_idx`.execute(db);
  await sql`ALTER TABLE videos DROP COLUMN title_grams, ALTER title SET STATISTICS -1`.execute(db);
  await sql`DROP FUNCTION title_grams(text)`.execute(db);
}
