import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** What is for sale, and so in the shop. */
const forSale =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/** Topics, videos and courses with what their pages show, and the words of the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
-- names: by language, so that a further language is rows and no column.
CREATE TABLE topics (
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z]+(-[a-z]+)*$'),
  family text NOT NULL CHECK (family IN ('making', 'home', 'body', 'study')), position smallint NOT NULL UNIQUE,
  names jsonb NOT NULL CHECK (jsonb_typeof(names) = 'object' AND names ->> 'pt' IS NOT NULL)
);

INSERT INTO topics (slug, names, family, position)
  SELECT slug, jsonb_build_object('pt', pt, 'en', en), family, position FROM (VALUES
  ('musica', 'Música', 'Music', 'making', 1),
  ('fotografia', 'Fotografia', 'Photography', 'making', 2),
  ('video-e-edicao', 'Vídeo e edição', 'Video and editing', 'making', 3),
  ('costura-e-artesanato', 'Costura e artesanato', 'Sewing and crafts', 'making', 4),
  ('desenho-e-design', 'Desenho e design', 'Drawing and design', 'making', 5),
  ('culinaria', 'Culinária', 'Cooking', 'home', 6),
  ('casa-e-jardim', 'Casa e jardim', 'Home and garden', 'home', 7),
  ('saude-e-bem-estar', 'Saúde e bem-estar', 'Health and well-being', 'body', 8),
  ('esporte-e-danca', 'Esporte e dança', 'Sports and dance', 'body', 9),
  ('beleza-e-moda', 'Beleza e moda', 'Beauty and fashion', 'body', 10),
  ('idiomas', 'Idiomas', 'Languages', 'study', 11),
  ('programacao-e-tecnologia', 'Programação e tecnologia', 'Coding and technology', 'study', 12),
  ('negocios-e-financas', 'Negócios e finanças', 'Business and finance', 'study', 13),
  ('escola-e-ciencias', 'Escola e ciências', 'School and science', 'study', 14)
) AS topic (slug, pt, en, family, position);

-- Each word of a title or a creator's name once, also of videos that are gone: a word leads to what is for sale with
-- it, or to nothing.
CREATE TABLE shop_words (
  word text PRIMARY KEY CHECK ((char_length(word) >= 3) AND (char_length(word) <= 40))
);
CREATE INDEX shop_words_trgm_idx ON shop_words USING gin (word gin_trgm_ops);

-- preview_seconds and preview_start are the excerpt that the creator chose, in whole seconds; 0 is none. preview_key
-- is planned before the file is there. file_removed_at: the record stays for sales that were begun
-- (docs/decisions/0030-deleted-videos-and-their-files.md). The indexes are one for each order of the shop, over what is
-- for sale; the price ascending is indexed as its negative, so that the newest comes first among equals.
--
-- A course is a video without a file (docs/decisions/0190-a-course-is-a-product-of-lessons.md): lesson_count is null
-- for other videos; certifies is its creator's choice (docs/decisions/0243-certificates.md). A video that is not
-- sold_alone leaves the shop while a course for sale has it as a lesson
-- (docs/decisions/0261-videos-sold-only-in-courses.md). A price of 0 is a product that is free
-- (docs/decisions/0262-free-products.md). price_since: only a price of 30 days may be struck through. search_words: the
-- lexemes of title, description, outcomes, topic and creator's name, without positions
-- (docs/decisions/0166-search-by-words.md).
CREATE TABLE videos (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) <= 5000),
  price_cents integer NOT NULL CHECK ((price_cents = 0) OR (price_cents >= 50)),
  currency text DEFAULT 'BRL' NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')), thumbnail_url text,
  video_type text NOT NULL CHECK (video_type IN ('cloudflare', 'youtube', 'legacy', 'course')),
  cloudflare_video_id text UNIQUE, youtube_url text, video_url text UNIQUE, file_name text,
  created_at timestamptz(3) DEFAULT now() NOT NULL, published_at timestamptz(3), deleted_at timestamptz(3),
  suspended_at timestamptz(3), creator_suspended boolean DEFAULT false NOT NULL, file_removed_at timestamptz(3),
  replaced_url text UNIQUE, topic_slug text REFERENCES topics(slug),
  sales_count integer DEFAULT 0 NOT NULL CHECK (sales_count >= 0),
  title_plain text GENERATED ALWAYS AS (plain(title)) STORED,
  title_grams text[] GENERATED ALWAYS AS (title_grams(plain(title))) STORED, creator_plain text DEFAULT '' NOT NULL,
  duration_seconds integer CHECK (duration_seconds > 0), width integer CHECK (width > 0),
  height integer CHECK (height > 0), format text CHECK (format IN ('mp4', 'mov', 'avi')),
  facts_read_at timestamptz(3), outcomes text[] DEFAULT '{}'::text[] NOT NULL CHECK (cardinality(outcomes) <= 6),
  content_updated_at timestamptz(3),
  preview_seconds smallint DEFAULT 0 NOT NULL CHECK (preview_seconds BETWEEN 0 AND 180),
  preview_start integer DEFAULT 0 NOT NULL CHECK (preview_start >= 0),
  preview_kind text CHECK (preview_kind IN ('excerpt', 'trailer', 'youtube')),
  preview_status text CHECK (preview_status IN ('waiting', 'ready', 'failed', 'unavailable')),
  preview_key text UNIQUE, preview_length integer CHECK (preview_length > 0), preview_source text UNIQUE,
  preview_clip text, preview_youtube_id text, preview_changed_at timestamptz(3), review_count integer DEFAULT 0 NOT NULL,
  rating_total integer DEFAULT 0 NOT NULL, rating_counts integer[] DEFAULT '{0, 0, 0, 0, 0}'::integer[] NOT NULL,
  rating_rank integer DEFAULT 0 NOT NULL,
  spoken_language text CHECK (spoken_language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
  search_words tsvector, price_since timestamptz(3), lesson_count integer, certifies boolean DEFAULT false NOT NULL,
  sold_alone boolean DEFAULT true NOT NULL,
  CONSTRAINT videos_certifies_check CHECK ((NOT certifies) OR (video_type = 'course')),
  CONSTRAINT videos_check CHECK ((video_type = 'youtube') = (youtube_url IS NOT NULL)),
  CONSTRAINT videos_check1 CHECK ((published_at IS NULL) OR (num_nonnulls(youtube_url, cloudflare_video_id,
    video_url) = CASE WHEN video_type = 'course' THEN 0 ELSE 1 END)),
  CONSTRAINT videos_file_removed CHECK ((file_removed_at IS NULL) OR (deleted_at IS NOT NULL)),
  CONSTRAINT videos_lesson_count_check CHECK (((lesson_count IS NULL) = (video_type <> 'course')) AND (lesson_count >=
    0)),
  CONSTRAINT videos_preview_ready CHECK ((preview_status <> 'ready') OR (preview_key IS NOT NULL) OR
    (preview_youtube_id IS NOT NULL)),
  CONSTRAINT videos_preview_whole CHECK ((preview_kind IS NULL) = (preview_status IS NULL)),
  CONSTRAINT videos_preview_youtube CHECK ((NOT (preview_kind IS DISTINCT FROM 'youtube')) = (preview_youtube_id IS
    NOT NULL)),
  CONSTRAINT videos_sold_alone_check CHECK (sold_alone OR (video_type <> 'course'))
);
ALTER TABLE videos ALTER title SET STATISTICS 1000, ALTER title_plain SET STATISTICS 1000,
  ALTER title_grams SET STATISTICS 1000, ALTER search_words SET STATISTICS 1000;
CREATE INDEX videos_bestsellers_idx ON videos (sales_count DESC, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_creator_idx ON videos (creator_id, created_at DESC, id DESC);
CREATE INDEX videos_creator_trgm_idx ON videos USING gin (creator_plain gin_trgm_ops) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_deleted_idx ON videos (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX videos_facts_unread_idx ON videos (published_at DESC)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL AND facts_read_at IS NULL AND video_type = 'cloudflare';
CREATE INDEX videos_preview_waiting_idx ON videos (preview_changed_at)
  WHERE preview_status = 'waiting' AND published_at IS NOT NULL;
CREATE INDEX videos_price_down_idx ON videos (price_cents DESC, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_price_up_idx ON videos (((- price_cents)) DESC, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_published_by_idx ON videos (creator_id, published_at DESC, id DESC) WHERE published_at IS NOT NULL;
CREATE INDEX videos_rating_idx ON videos (rating_rank DESC, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_search_words_idx ON videos USING gin (search_words) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_shop_idx ON videos (created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_title_grams_idx ON videos USING gin (title_grams) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_title_trgm_idx ON videos USING gin (title_plain gin_trgm_ops) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_topic_idx ON videos (topic_slug, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_unpublished_idx ON videos (creator_id, created_at) WHERE published_at IS NULL;

-- The lessons of a course. A removed lesson stays for purchases that are older: access to a lesson is derived from the
-- grant of the course.
CREATE TABLE course_lessons (
  course_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE, position integer NOT NULL CHECK (position >= 0),
  section text DEFAULT '' NOT NULL CHECK (length(section) <= 120), is_free boolean DEFAULT false NOT NULL,
  added_at timestamptz(3) NOT NULL, removed_at timestamptz(3), PRIMARY KEY (course_id, video_id),
  CONSTRAINT course_lessons_other_check CHECK (course_id <> video_id)
);
CREATE INDEX course_lessons_video_idx ON course_lessons (video_id);

CREATE FUNCTION count_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE course uuid := coalesce(NEW.course_id, OLD.course_id);
  BEGIN
    UPDATE videos SET lesson_count = found.number, duration_seconds = nullif(found.seconds, 0) FROM (
      SELECT count(*)::integer AS number, coalesce(sum(duration_seconds), 0)::integer AS seconds
      FROM course_lessons JOIN videos lesson ON lesson.id = video_id
      WHERE course_id = course AND removed_at IS NULL
    ) AS found WHERE id = course;
    RETURN NULL;
  END $$;

CREATE FUNCTION creator_profiles_forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM forget_words(OLD.full_name); RETURN NULL; END $$;

-- A new name and a suspension lock courses before lessons, as sales and changes of courses do
-- (docs/decisions/0283-one-order-of-locks.md).
CREATE FUNCTION creators_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM videos WHERE creator_id = NEW.user_id ORDER BY video_type <> 'course', id FOR NO KEY UPDATE;
    UPDATE videos SET creator_plain = ' ' || plain(NEW.full_name) WHERE creator_id = NEW.user_id;
    RETURN NULL;
  END $$;

-- A name that was given up or erased leaves the words of the search, except those that another name or title has.
CREATE FUNCTION forget_words(name text) RETURNS void LANGUAGE sql SECURITY DEFINER SET ${path} AS $$
  DELETE FROM shop_words WHERE word IN (
  SELECT shop_words.word FROM shop_words
  WHERE shop_words.word IN (SELECT plain_words(plain(name)))
    AND NOT EXISTS (SELECT FROM creator_profiles WHERE plain(full_name) LIKE '%' || shop_words.word || '%'
      AND shop_words.word IN (SELECT plain_words(plain(full_name))))
    AND NOT EXISTS (SELECT FROM videos WHERE title_plain LIKE '%' || shop_words.word || '%'
      AND shop_words.word IN (SELECT plain_words(title_plain)))
  ORDER BY shop_words.word FOR UPDATE SKIP LOCKED) $$;

-- A lesson's length becomes known after it was added.
CREATE FUNCTION lengthen_courses() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE videos SET duration_seconds = nullif((
        SELECT coalesce(sum(duration_seconds), 0)::integer FROM course_lessons JOIN videos lesson ON lesson.id = video_id
        WHERE course_id = videos.id AND removed_at IS NULL), 0)
      WHERE id IN (SELECT course_id FROM course_lessons WHERE video_id = NEW.id AND removed_at IS NULL);
    RETURN NULL;
  END $$;

-- The threshold is low for words with two letters swapped, which share few trigrams: the distance decides.
CREATE FUNCTION near_words(typed text, most integer) RETURNS SETOF text LANGUAGE sql STABLE STRICT
  SET "pg_trgm.similarity_threshold" = '0.2' AS $$
  SELECT word FROM shop_words
  WHERE word % typed
    AND levenshtein_less_equal(word, typed, 3)
      <= CASE WHEN char_length(typed) < 5 THEN 1 WHEN char_length(typed) < 8 THEN 2 ELSE 3 END
  ORDER BY levenshtein_less_equal(word, typed, 3), similarity(word, typed) DESC, word
  LIMIT most $$;

CREATE FUNCTION rating_rank_of(reviews integer, total integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN reviews = 0 THEN 0 ELSE (total::bigint + 20) * 1000 / (reviews + 5) END::integer $$;

-- A deleted video leaves its courses; one whose deletion was given up comes back.
CREATE FUNCTION remove_deleted_lesson() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.deleted_at IS NULL THEN
      UPDATE course_lessons SET removed_at = NULL WHERE video_id = NEW.id AND removed_at = OLD.deleted_at;
    ELSE
      UPDATE course_lessons SET removed_at = NEW.deleted_at WHERE video_id = NEW.id AND removed_at IS NULL;
    END IF;
    RETURN NULL;
  END $$;

CREATE FUNCTION search_lexemes(title text, description text, outcomes text[], topic text, creator text)
    RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT word), '{}'))
    FROM regexp_split_to_table(
      plain(concat_ws(' ', title, description, array_to_string(outcomes, ' '), topic, creator)),
      '[^a-z0-9\u0080-\U0010ffff]+') AS word
    WHERE char_length(word) BETWEEN 1 AND 40);

-- A word of one or two letters or of digits is meant as it is; a longer one may be the beginning of a word.
CREATE FUNCTION search_query(words text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (SELECT string_agg('''' || replace(replace(folded, '\', '\\'), '''', '''''') || ''''
      || CASE WHEN char_length(folded) <= 2 OR folded ~ '^[0-9]+$' THEN '' ELSE ':*' END, ' & ')::tsquery
    FROM unnest(words) AS typed (word), LATERAL (SELECT plain(word)) AS plainly (folded) WHERE folded <> '');

-- Whether the shop has a video for a query. Only the index may answer: a plan by estimates would read every video for
-- a rare word.
CREATE FUNCTION shop_has(query tsquery) RETURNS boolean LANGUAGE sql STABLE STRICT
  SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
  SELECT EXISTS (SELECT FROM videos WHERE search_words @@ query AND published_at IS NOT NULL AND deleted_at IS NULL
    AND suspended_at IS NULL AND NOT creator_suspended) $$;

CREATE FUNCTION users_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM videos WHERE creator_id = NEW.id ORDER BY video_type <> 'course', id FOR NO KEY UPDATE;
    UPDATE videos SET creator_suspended = NEW.suspended_at IS NOT NULL WHERE creator_id = NEW.id;
    RETURN NULL;
  END $$;

CREATE FUNCTION videos_date_price() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN NEW.price_since := now(); RETURN NEW; END $$;

CREATE FUNCTION videos_keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.search_words := search_lexemes(NEW.title, NEW.description, NEW.outcomes, NEW.topic_slug,
      NEW.creator_plain);
    RETURN NEW;
  END $$;

CREATE FUNCTION videos_know_creator() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT suspended_at IS NOT NULL INTO NEW.creator_suspended FROM users WHERE id = NEW.creator_id FOR SHARE;
    NEW.creator_suspended := coalesce(NEW.creator_suspended, false);
    RETURN NEW;
  END $$;

CREATE FUNCTION videos_know_creator_name() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT ' ' || plain(full_name) INTO NEW.creator_plain FROM creator_profiles
      WHERE user_id = NEW.creator_id FOR SHARE;
    NEW.creator_plain := coalesce(NEW.creator_plain, '');
    RETURN NEW;
  END $$;

CREATE TRIGGER users_tell_videos AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN ((old.suspended_at IS NULL) <> (new.suspended_at IS NULL)) EXECUTE FUNCTION users_tell_videos();
CREATE TRIGGER creator_profiles_keep_words_forget AFTER UPDATE OF full_name ON creator_profiles FOR EACH ROW
  WHEN (old.full_name <> new.full_name) EXECUTE FUNCTION creator_profiles_forget_words();
CREATE TRIGGER creators_tell_videos AFTER UPDATE OF full_name ON creator_profiles FOR EACH ROW
  WHEN (old.full_name <> new.full_name) EXECUTE FUNCTION creators_tell_videos();
CREATE TRIGGER videos_creator_frozen BEFORE UPDATE OF creator_id ON videos FOR EACH ROW
  WHEN (old.creator_id IS DISTINCT FROM new.creator_id) EXECUTE FUNCTION refuse_frozen();
CREATE TRIGGER videos_date_price_insert BEFORE INSERT ON videos FOR EACH ROW EXECUTE FUNCTION videos_date_price();
CREATE TRIGGER videos_date_price_publish BEFORE UPDATE OF published_at ON videos FOR EACH ROW
  WHEN ((old.published_at IS NULL) AND (new.published_at IS NOT NULL)) EXECUTE FUNCTION videos_date_price();
CREATE TRIGGER videos_date_price_update BEFORE UPDATE OF price_cents ON videos FOR EACH ROW
  WHEN (old.price_cents <> new.price_cents) EXECUTE FUNCTION videos_date_price();
CREATE TRIGGER videos_know_creator BEFORE INSERT ON videos FOR EACH ROW EXECUTE FUNCTION videos_know_creator();
CREATE TRIGGER videos_know_creator_name BEFORE INSERT ON videos FOR EACH ROW
  EXECUTE FUNCTION videos_know_creator_name();
CREATE TRIGGER videos_lengthen_courses AFTER UPDATE OF duration_seconds ON videos FOR EACH ROW
  WHEN ((old.duration_seconds IS DISTINCT FROM new.duration_seconds) AND (new.video_type <> 'course'))
  EXECUTE FUNCTION lengthen_courses();
CREATE TRIGGER videos_remove_deleted_lesson AFTER UPDATE OF deleted_at ON videos FOR EACH ROW
  WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION remove_deleted_lesson();
-- After videos_know_creator_name by its name: triggers of one event run in alphabetical order.
CREATE TRIGGER videos_search_words BEFORE INSERT OR UPDATE OF title, description, outcomes, topic_slug, creator_plain
  ON videos FOR EACH ROW EXECUTE FUNCTION videos_keep_search_words();
CREATE TRIGGER course_lessons_count_new AFTER INSERT OR DELETE ON course_lessons FOR EACH ROW
  EXECUTE FUNCTION count_lessons();
CREATE TRIGGER course_lessons_count_removed AFTER UPDATE OF removed_at ON course_lessons FOR EACH ROW
  WHEN (old.removed_at IS DISTINCT FROM new.removed_at) EXECUTE FUNCTION count_lessons();
`)
    .execute(db);
}
