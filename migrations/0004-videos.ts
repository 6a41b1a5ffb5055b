import { type Kysely, sql } from "kysely";

const path = "search_path = pg_catalog, public, pg_temp";

/** What is for sale, and so in the shop. */
const forSale =
  "published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL AND NOT creator_suspended";

/** Topics, videos with what their pages show, the words of the search, and the work on their files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE topics (
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z]+(-[a-z]+)*$'), name_pt text NOT NULL, name_en text NOT NULL,
  family text NOT NULL CHECK (family IN ('making', 'home', 'body', 'study')), "position" smallint NOT NULL,
  CONSTRAINT topics_position_key UNIQUE ("position")
);

INSERT INTO topics (slug, name_pt, name_en, family, position) VALUES
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
  ('escola-e-ciencias', 'Escola e ciências', 'School and science', 'study', 14);

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
CREATE TABLE videos (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) <= 5000),
  price_cents integer NOT NULL CHECK (price_cents >= 50),
  currency text DEFAULT 'BRL' NOT NULL CHECK (currency IN ('BRL', 'USD', 'EUR')), thumbnail_url text,
  video_type text NOT NULL CHECK (video_type IN ('cloudflare', 'youtube', 'legacy')),
  cloudflare_video_id text UNIQUE, youtube_url text, video_url text UNIQUE, file_name text,
  created_at timestamptz(3) DEFAULT now() NOT NULL, published_at timestamptz(3), deleted_at timestamptz(3),
  suspended_at timestamptz(3), creator_suspended boolean DEFAULT false NOT NULL, file_removed_at timestamptz(3),
  replaced_url text UNIQUE, topic_slug text REFERENCES topics(slug), sales_count integer DEFAULT 0 NOT NULL,
  title_plain text GENERATED ALWAYS AS (plain(title)) STORED,
  title_grams text[] GENERATED ALWAYS AS (title_grams(plain(title))) STORED, creator_plain text DEFAULT '' NOT NULL,
  duration_seconds integer, width integer, height integer, format text CHECK (format IN ('mp4', 'mov', 'avi')),
  facts_read_at timestamptz(3), outcomes text[] DEFAULT '{}'::text[] NOT NULL CHECK (cardinality(outcomes) <= 6),
  content_updated_at timestamptz(3), preview_seconds smallint DEFAULT 0 NOT NULL,
  preview_start integer DEFAULT 0 NOT NULL,
  preview_kind text CHECK (preview_kind IN ('excerpt', 'trailer', 'youtube')),
  preview_status text CHECK (preview_status IN ('waiting', 'ready', 'failed', 'unavailable')),
  preview_key text UNIQUE, preview_length integer, preview_source text UNIQUE, preview_clip text,
  preview_youtube_id text, preview_changed_at timestamptz(3), review_count integer DEFAULT 0 NOT NULL,
  rating_total integer DEFAULT 0 NOT NULL, rating_counts integer[] DEFAULT '{0, 0, 0, 0, 0}'::integer[] NOT NULL,
  rating_rank integer DEFAULT 0 NOT NULL,
  spoken_language text CHECK (spoken_language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')), captions boolean,
  CONSTRAINT videos_check CHECK ((video_type = 'youtube') = (youtube_url IS NOT NULL)),
  CONSTRAINT videos_check1 CHECK ((published_at IS NULL) OR (num_nonnulls(youtube_url, cloudflare_video_id,
    video_url) = 1)),
  CONSTRAINT videos_duration_seconds_check CHECK (duration_seconds > 0),
  CONSTRAINT videos_file_removed CHECK ((file_removed_at IS NULL) OR (deleted_at IS NOT NULL)),
  CONSTRAINT videos_height_check CHECK (height > 0),
  CONSTRAINT videos_preview_length_check CHECK (preview_length > 0),
  CONSTRAINT videos_preview_ready CHECK ((preview_status <> 'ready') OR (preview_key IS NOT NULL) OR
    (preview_youtube_id IS NOT NULL)),
  CONSTRAINT videos_preview_seconds_check CHECK (preview_seconds BETWEEN 0 AND 180),
  CONSTRAINT videos_preview_start_check CHECK (preview_start >= 0),
  CONSTRAINT videos_preview_whole CHECK ((preview_kind IS NULL) = (preview_status IS NULL)),
  CONSTRAINT videos_preview_youtube CHECK ((NOT (preview_kind IS DISTINCT FROM 'youtube')) = (preview_youtube_id IS
    NOT NULL)),
  CONSTRAINT videos_sales_count_check CHECK (sales_count >= 0), CONSTRAINT videos_width_check CHECK (width > 0)
);
ALTER TABLE videos ALTER COLUMN title SET STATISTICS 1000;
ALTER TABLE videos ALTER COLUMN title_plain SET STATISTICS 1000;
ALTER TABLE videos ALTER COLUMN title_grams SET STATISTICS 1000;
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
CREATE INDEX videos_rating_idx ON videos (rating_rank DESC, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_shop_idx ON videos (created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_title_grams_idx ON videos USING gin (title_grams) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_title_trgm_idx ON videos USING gin (title_plain gin_trgm_ops) WITH (fastupdate=off)
  WHERE published_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX videos_topic_idx ON videos (topic_slug, created_at DESC, id DESC) WHERE ${forSale};
CREATE INDEX videos_unpublished_idx ON videos (creator_id, created_at) WHERE published_at IS NULL;

-- How long the file is, what the browser knows it again by, and the store's name for what has come.
CREATE TABLE resumable_uploads (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE, bytes integer NOT NULL CHECK (bytes > 0),
  file_mark text NOT NULL CHECK (length(file_mark) BETWEEN 1 AND 100),
  write_handle text NOT NULL CHECK (length(write_handle) BETWEEN 1 AND 2000)
);

-- No row: the file plays as it is. run_id is the run that works on it: one taken for dead cannot go on beside its
-- successor.
CREATE TABLE conversions (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'failed', 'unavailable')),
  percent integer CHECK (percent BETWEEN 0 AND 99),
  reason text CHECK (reason IN ('unreadable', 'tooLong', 'tooLarge', 'noRoom', 'stopped', 'storeAway')), run_id uuid,
  updated_at timestamptz(3) DEFAULT now() NOT NULL,
  CONSTRAINT conversions_check CHECK ((state = 'running') = (run_id IS NOT NULL)),
  CONSTRAINT conversions_check1 CHECK ((state = 'running') OR (percent IS NULL)),
  CONSTRAINT conversions_check2 CHECK ((state = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX conversions_state_idx ON conversions (state, updated_at);

-- How far the streaming service is with a video: a table of its own, since a row of videos carries the indexes of the
-- search.
CREATE TABLE video_streams (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
  state text DEFAULT 'waiting' NOT NULL CHECK (state IN ('waiting', 'processing', 'ready', 'failed')),
  percent smallint CHECK (percent BETWEEN 0 AND 100), failure text CHECK (length(failure) BETWEEN 1 AND 500),
  failure_code text CHECK (length(failure_code) BETWEEN 1 AND 100), mp4_asked boolean DEFAULT false NOT NULL,
  has_mp4 boolean DEFAULT false NOT NULL, begun_at timestamptz(3) NOT NULL, sent_at timestamptz(3),
  checked_at timestamptz(3), check_at timestamptz(3), upload_url text CHECK (length(upload_url) BETWEEN 1 AND 2000),
  CONSTRAINT video_streams_code_state CHECK ((failure_code IS NULL) OR (state = 'failed')),
  CONSTRAINT video_streams_failure_state CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT video_streams_mp4_state CHECK ((state = 'ready') OR (NOT (mp4_asked OR has_mp4))),
  CONSTRAINT video_streams_percent_state CHECK ((percent IS NULL) OR (state = 'processing'))
);
CREATE INDEX video_streams_due_idx ON video_streams (check_at) WHERE check_at IS NOT NULL;

-- Kept for the ceiling of a day also after the video is deleted.
CREATE TABLE publications (
  creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, published_at timestamptz(3) NOT NULL
);
CREATE INDEX publications_creator_idx ON publications (creator_id, published_at);
CREATE INDEX publications_published_at_idx ON publications (published_at);

-- A row is written before its file and deleted after it.
CREATE TABLE share_pictures (
  storage_key text PRIMARY KEY, subject_id uuid NOT NULL, made_at timestamptz(3) NOT NULL
);
CREATE INDEX share_pictures_subject_idx ON share_pictures (subject_id, made_at);

CREATE FUNCTION creator_profiles_forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM forget_words(OLD.full_name); RETURN NULL; END $$;

CREATE FUNCTION creators_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
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

-- The threshold is low for words with two letters swapped, which share few trigrams: the distance decides.
CREATE FUNCTION near_words(typed text, most integer) RETURNS SETOF text LANGUAGE sql STABLE STRICT
  SET "pg_trgm.similarity_threshold" = '0.2' AS $$
  SELECT word FROM shop_words
  WHERE word % typed
    AND levenshtein_less_equal(word, typed, 3)
      <= CASE WHEN char_length(typed) < 5 THEN 1 WHEN char_length(typed) < 8 THEN 2 ELSE 3 END
  ORDER BY levenshtein_less_equal(word, typed, 3), similarity(word, typed) DESC, word
  LIMIT most $$;

CREATE FUNCTION note_publication() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO publications VALUES (NEW.creator_id, NEW.published_at); RETURN NULL; END $$;

CREATE FUNCTION rating_rank_of(reviews integer, total integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN reviews = 0 THEN 0 ELSE (total::bigint + 20) * 1000 / (reviews + 5) END::integer $$;

CREATE FUNCTION users_tell_videos() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE videos SET creator_suspended = NEW.suspended_at IS NOT NULL WHERE creator_id = NEW.id;
    RETURN NULL;
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
CREATE TRIGGER videos_know_creator BEFORE INSERT ON videos FOR EACH ROW EXECUTE FUNCTION videos_know_creator();
CREATE TRIGGER videos_know_creator_name BEFORE INSERT ON videos FOR EACH ROW
  EXECUTE FUNCTION videos_know_creator_name();
CREATE TRIGGER videos_note_publication AFTER UPDATE OF published_at ON videos FOR EACH ROW
  WHEN ((old.published_at IS NULL) AND (new.published_at IS NOT NULL)) EXECUTE FUNCTION note_publication();
`)
    .execute(db);
}
