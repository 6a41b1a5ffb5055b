import { type Kysely, sql } from "kysely";

const published = "published_at IS NOT NULL AND deleted_at IS NULL";

/** Tables, each with the column whose words are kept. */
const namedColumns = [
  ["videos", "title"],
  ["creator_profiles", "full_name"],
];

/**
 * Search without accents, by creator, and for what was misspelt (docs/decisions/0057-search-without-accents.md). A title and
 * its creator's name are kept in lower case without accents; `shop_words` holds each of their words once, also those of
 * videos that are gone or never came: a word leads to what is for sale with it, or to nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("CREATE EXTENSION IF NOT EXISTS unaccent");
  await run("CREATE EXTENSION IF NOT EXISTS fuzzystrmatch");

  // unaccent() itself is only stable, because its dictionary could be replaced: naming the dictionary makes it certain.
  await run(`
    CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.unaccent('public.unaccent'::regdictionary, lower($1))`);
  await run(`
    CREATE FUNCTION like_part(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '%' || regexp_replace($1, '([\\\\%_])', '\\\\\\1', 'g') || '%'`);
  // What a title must have that contains a text: the text itself where it is one or two characters, else its pairs.
  await run(`
    CREATE FUNCTION search_grams(text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (
      SELECT CASE WHEN char_length($1) <= 2 THEN ARRAY[$1] ELSE array_agg(DISTINCT a || b) FILTER (WHERE b IS NOT NULL) END
      FROM unnest(string_to_array($1, NULL), (string_to_array($1, NULL))[2:]) AS pairs (a, b)
    )`);

  await run("ALTER TABLE videos DROP COLUMN title_grams");
  await run("DROP INDEX videos_title_trgm_idx");
  await run(`
    ALTER TABLE videos
      ADD title_plain text GENERATED ALWAYS AS (plain(title)) STORED,
      ADD title_grams text[] GENERATED ALWAYS AS (title_grams(plain(title))) STORED,
      ADD creator_plain text NOT NULL DEFAULT ''`);
  await run(`
    UPDATE videos SET creator_plain = ' ' || plain(full_name)
    FROM creator_profiles WHERE creator_profiles.user_id = videos.creator_id`);
  for (const [name, column] of [
    ["videos_title_trgm_idx", "title_plain gin_trgm_ops"],
    ["videos_creator_trgm_idx", "creator_plain gin_trgm_ops"],
    ["videos_title_grams_idx", "title_grams"],
  ]) {
    await run(
      `CREATE INDEX ${name} ON videos USING gin (${column}) WITH (fastupdate = off) WHERE ${published}`,
    );
  }
  await run(
    "ALTER TABLE videos ALTER title_plain SET STATISTICS 1000, ALTER title_grams SET STATISTICS 1000",
  );

  // A rename waits for a video that is being added, and a new video for a rename: neither keeps the old name.
  await run(`
    CREATE FUNCTION videos_know_creator_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT ' ' || plain(full_name) INTO NEW.creator_plain FROM creator_profiles
        WHERE user_id = NEW.creator_id FOR SHARE;
      NEW.creator_plain := coalesce(NEW.creator_plain, '');
      RETURN NEW;
    END $$`);
  await run(`
    CREATE TRIGGER videos_know_creator_name BEFORE INSERT ON videos
      FOR EACH ROW EXECUTE FUNCTION videos_know_creator_name()`);
  await run(`
    CREATE FUNCTION creators_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE videos SET creator_plain = ' ' || plain(NEW.full_name) WHERE creator_id = NEW.user_id;
      RETURN NULL;
    END $$`);
  await run(`
    CREATE TRIGGER creators_tell_videos AFTER UPDATE OF full_name ON creator_profiles FOR EACH ROW
      WHEN (OLD.full_name <> NEW.full_name) EXECUTE FUNCTION creators_tell_videos()`);

  await run("CREATE TABLE shop_words (word text PRIMARY KEY CHECK (char_length(word) BETWEEN 3 AND 40))");
  await run(`
    CREATE FUNCTION plain_words(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT word FROM regexp_split_to_table($1, '[^a-z0-9]+') AS word WHERE char_length(word) BETWEEN 3 AND 40
    $$`);
  await run("INSERT INTO shop_words SELECT DISTINCT word FROM videos, plain_words(title_plain) AS word");
  await run(`
    INSERT INTO shop_words SELECT word FROM creator_profiles, plain_words(plain(full_name)) AS word
    ON CONFLICT DO NOTHING`);
  await run("CREATE INDEX shop_words_trgm_idx ON shop_words USING gin (word gin_trgm_ops)");
  // In the order of the words, so that two statements that add the same ones wait for each other in one direction.
  for (const [table, column] of namedColumns) {
    const keep = (words: string) => `
      INSERT INTO shop_words
        SELECT DISTINCT found.word FROM ${words} AS found (word)
        WHERE NOT EXISTS (SELECT FROM shop_words WHERE shop_words.word = found.word) ORDER BY found.word
        ON CONFLICT DO NOTHING`;
    const kept = {
      insert: keep(`after, plain_words(plain(${column}))`),
      update: keep(`plain_words(plain(NEW.${column}))`),
    };
    for (const [event, statement] of Object.entries(kept)) {
      await run(`
        CREATE FUNCTION ${table}_keep_words_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${statement}; RETURN NULL; END $$`);
    }
    await run(`
      CREATE TRIGGER ${table}_keep_words_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION ${table}_keep_words_insert()`);
    await run(`
      CREATE TRIGGER ${table}_keep_words_update AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} <> NEW.${column}) EXECUTE FUNCTION ${table}_keep_words_update()`);
  }
  // The threshold is low for words with two letters swapped, which share few trigrams: the distance decides.
  await run(`
    CREATE FUNCTION near_words(typed text, most integer) RETURNS SETOF text LANGUAGE sql STABLE STRICT
    SET pg_trgm.similarity_threshold = 0.2 AS $$
      SELECT word FROM shop_words
      WHERE word % typed
        AND levenshtein_less_equal(word, typed, 3) <= CASE WHEN char_length(typed) < 5 THEN 1 WHEN char_length(typed) < 8 THEN 2 ELSE 3 END
      ORDER BY levenshtein_less_equal(word, typed, 3), similarity(word, typed) DESC, word
      LIMIT most
    $$`);
  await run("ANALYZE videos (title_plain, title_grams, creator_plain)");
}

/** The extensions stay: something else may have come to use them. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("DROP FUNCTION near_words(text, integer)");
  for (const [table] of namedColumns) {
    for (const event of ["insert", "update"]) {
      await run(`DROP TRIGGER ${table}_keep_words_${event} ON ${table}`);
      await run(`DROP FUNCTION ${table}_keep_words_${event}()`);
    }
  }
  await run("DROP FUNCTION plain_words(text)");
  await run("DROP TABLE shop_words");
  await run("DROP TRIGGER creators_tell_videos ON creator_profiles");
  await run("DROP TRIGGER videos_know_creator_name ON videos");
  await run("DROP FUNCTION creators_tell_videos(), videos_know_creator_name()");
  await run("ALTER TABLE videos DROP COLUMN title_plain, DROP COLUMN title_grams, DROP COLUMN creator_plain");
  await run("DROP FUNCTION search_grams(text), like_part(text), plain(text)");
  await run("ALTER TABLE videos ADD title_grams text[] GENERATED ALWAYS AS (title_grams(title)) STORED");
  await run(
    `CREATE INDEX videos_title_grams_idx ON videos USING gin (title_grams) WITH (fastupdate = off) WHERE ${published}`,
  );
  await run(
    `CREATE INDEX videos_title_trgm_idx ON videos USING gin (title gin_trgm_ops) WITH (fastupdate = off) WHERE ${published}`,
  );
  await run("ALTER TABLE videos ALTER title_grams SET STATISTICS 1000");
}
