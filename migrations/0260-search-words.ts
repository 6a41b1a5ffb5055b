import { type Kysely, sql } from "kysely";

/**
 * The words by which a video is found, from its title, description, outcomes, topic and creator's name, as lexemes
 * without positions (docs/decisions/0166-search-by-words.md). The column is filled by a trigger, so that videos of the
 * former release have it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN search_words tsvector`.execute(db);
  await sql`ALTER TABLE videos ALTER COLUMN search_words SET STATISTICS 1000`.execute(db);
  await sql`
    CREATE FUNCTION search_lexemes(title text, description text, outcomes text[], topic text, creator text) RETURNS tsvector
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT word), '{}'))
        FROM regexp_split_to_table(
          plain(concat_ws(' ', title, description, array_to_string(outcomes, ' '), topic, creator)),
          '[^a-z0-9\\u0080-\\U0010ffff]+') AS word
        WHERE char_length(word) BETWEEN 1 AND 40)`.execute(db);
  // A word of one or two letters or of digits is meant as it is; a longer one may be the beginning of a word.
  await sql`
    CREATE FUNCTION search_query(words text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN (SELECT string_agg('''' || replace(replace(folded, '\\', '\\\\'), '''', '''''') || ''''
          || CASE WHEN char_length(folded) <= 2 OR folded ~ '^[0-9]+$' THEN '' ELSE ':*' END, ' & ')::tsquery
        FROM unnest(words) AS typed (word), LATERAL (SELECT plain(word)) AS plainly (folded) WHERE folded <> '')`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION videos_keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.search_words := search_lexemes(NEW.title, NEW.description, NEW.outcomes, NEW.topic_slug,
        NEW.creator_plain);
      RETURN NEW;
    END $$`.execute(db);
  // After videos_know_creator_name by its name: triggers of one event run in alphabetical order.
  await sql`
    CREATE TRIGGER videos_search_words BEFORE INSERT OR UPDATE OF title, description, outcomes, topic_slug, creator_plain
      ON videos FOR EACH ROW EXECUTE FUNCTION videos_keep_search_words()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER videos_search_words ON videos`.execute(db);
  await sql`DROP FUNCTION videos_keep_search_words()`.execute(db);
  await sql`DROP FUNCTION search_query(text[])`.execute(db);
  await sql`ALTER TABLE videos DROP COLUMN search_words`.execute(db);
  await sql`DROP FUNCTION search_lexemes(text, text, text[], text, text)`.execute(db);
}
