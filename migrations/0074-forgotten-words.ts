import { type Kysely, sql } from "kysely";

/**
 * A name that a creator gave up, or that an erasure replaced, leaves the words of the search (0039-plain-search.ts), except
 * those that another name or a title has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // As the owner: the application adds words and removes none.
  await run(`
    CREATE FUNCTION forget_words(name text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
      DELETE FROM shop_words WHERE word IN (
        SELECT shop_words.word FROM shop_words
        WHERE shop_words.word IN (SELECT plain_words(plain(name)))
          AND NOT EXISTS (SELECT FROM creator_profiles WHERE plain(full_name) LIKE '%' || shop_words.word || '%'
            AND shop_words.word IN (SELECT plain_words(plain(full_name))))
          AND NOT EXISTS (SELECT FROM videos WHERE title_plain LIKE '%' || shop_words.word || '%'
            AND shop_words.word IN (SELECT plain_words(title_plain)))
        ORDER BY shop_words.word FOR UPDATE SKIP LOCKED)
    $$`);
  await run(`
    CREATE FUNCTION creator_profiles_forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM forget_words(OLD.full_name); RETURN NULL; END $$`);
  await run(`
    CREATE TRIGGER creator_profiles_keep_words_forget AFTER UPDATE OF full_name ON creator_profiles FOR EACH ROW
      WHEN (OLD.full_name <> NEW.full_name) EXECUTE FUNCTION creator_profiles_forget_words()`);
  // Those of names that were changed or erased before.
  await run(`
    DELETE FROM shop_words WHERE NOT EXISTS (
      SELECT FROM (
        SELECT plain_words(plain(full_name)) AS word FROM creator_profiles
        UNION SELECT plain_words(title_plain) FROM videos
      ) AS used WHERE used.word = shop_words.word)`);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER creator_profiles_keep_words_forget ON creator_profiles`.execute(db);
  await sql`DROP FUNCTION creator_profiles_forget_words(), forget_words(text)`.execute(db);
}
