import { type Kysely, sql } from "kysely";

/** Uploads and drafts, and the files of videos: conversions, streaming, ladders, captions, attachments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Unfinished uploads. file_mark: the fingerprint by which the browser resumes one; write_handle: the store's name for
-- the bytes received. is_held: the form is still filled in, so the complete file is published when the form is sent.
CREATE TABLE resumable_uploads (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE, bytes integer NOT NULL CHECK (bytes > 0),
  file_mark text NOT NULL CHECK (length(file_mark) BETWEEN 1 AND 100),
  write_handle text NOT NULL CHECK (length(write_handle) BETWEEN 1 AND 2000),
  is_held boolean DEFAULT false NOT NULL
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

-- What a creator has typed of a video that is not published, and the picture and trailer chosen for it. fields: the
-- text fields of the upload form by name. The browser chooses the id, so that a repeated request saves the same draft;
-- revision grows with every save. video_id: its file, if it arrives while the form is filled in. trailer_seconds is
-- null while the trailer waits to be encoded.
CREATE TABLE video_drafts (
  id uuid PRIMARY KEY, creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  fields jsonb NOT NULL CHECK ((jsonb_typeof(fields) = 'object') AND (octet_length(fields::text) <= 41000)),
  revision integer NOT NULL CHECK (revision >= 0), video_id uuid UNIQUE REFERENCES videos ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL, saved_at timestamptz(3) NOT NULL,
  thumbnail_url text CHECK ((thumbnail_url <> '') AND (length(thumbnail_url) <= 500)),
  trailer_key text CHECK ((trailer_key <> '') AND (length(trailer_key) <= 500)),
  trailer_name text CHECK (length(trailer_name) <= 255), trailer_seconds real CHECK (trailer_seconds > 0),
  CONSTRAINT video_drafts_trailer_check CHECK (((trailer_key IS NULL) = (trailer_name IS NULL)) AND ((trailer_seconds IS
    NULL) OR (trailer_key IS NOT NULL)))
);
CREATE INDEX video_drafts_creator_idx ON video_drafts (creator_id, saved_at DESC, id);
CREATE INDEX video_drafts_saved_idx ON video_drafts (saved_at);
CREATE INDEX video_drafts_trailer_idx ON video_drafts (trailer_key) WHERE trailer_key IS NOT NULL;

-- The ladder of a stored video: its rungs, each one file of fragments, made of the file source_key. No row: none is
-- made, and the file itself plays. A rung is written before its file, without facts, and gets them once the file is
-- complete; no two attempts share a file. segments: [[microseconds, bytes], …], one after the other behind the first
-- init_bytes bytes.
CREATE TABLE video_ladders (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
  source_key text NOT NULL CHECK (length(source_key) BETWEEN 1 AND 512),
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
  reason text CHECK (reason IN ('unreadable', 'tooLong', 'tooLarge')), updated_at timestamptz(3) NOT NULL,
  CONSTRAINT video_ladders_reason_state CHECK ((state = 'failed') = (reason IS NOT NULL))
);
CREATE INDEX video_ladders_state_idx ON video_ladders (state, updated_at);

CREATE TABLE video_rungs (
  video_id uuid NOT NULL REFERENCES video_ladders ON DELETE CASCADE,
  short_side integer NOT NULL CHECK (short_side BETWEEN 2 AND 1080 AND short_side % 2 = 0),
  storage_key text NOT NULL UNIQUE CHECK (length(storage_key) BETWEEN 1 AND 512), bytes integer CHECK (bytes > 0),
  width integer CHECK (width > 0), height integer CHECK (height > 0),
  peak_bandwidth integer CHECK (peak_bandwidth > 0), average_bandwidth integer CHECK (average_bandwidth > 0),
  codecs text CHECK (codecs ~ '^[a-zA-Z0-9.]+(,[a-zA-Z0-9.]+)?$'), frame_rate real CHECK (frame_rate > 0),
  init_bytes integer CHECK (init_bytes > 0),
  segments jsonb CHECK (segments IS NULL OR
    CASE WHEN jsonb_typeof(segments) = 'array' THEN jsonb_array_length(segments) BETWEEN 1 AND 100000 ELSE false END),
  PRIMARY KEY (video_id, short_side),
  CONSTRAINT video_rungs_whole CHECK (num_nulls(
    bytes, width, height, peak_bandwidth, average_bandwidth, codecs, frame_rate, init_bytes, segments) IN (0, 9))
);

-- One file per language, as cues: [{ "from": ms, "to": ms, "text": "…" }]. skipped: the first wrong cues of the file,
-- with their lines. is_generated: made by the streaming service of the sound, and read by nobody yet.
CREATE TABLE video_captions (
  video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
  cues jsonb NOT NULL CHECK (
    CASE WHEN jsonb_typeof(cues) = 'array' THEN jsonb_array_length(cues) BETWEEN 1 AND 5000 ELSE false END
    AND octet_length(cues::text) <= 3000000),
  skipped jsonb DEFAULT '[]' NOT NULL CHECK (
    CASE WHEN jsonb_typeof(skipped) = 'array' THEN jsonb_array_length(skipped) <= 100 ELSE false END),
  skipped_count integer DEFAULT 0 NOT NULL CHECK (skipped_count >= 0), updated_at timestamptz(3) NOT NULL,
  is_generated boolean DEFAULT false NOT NULL, PRIMARY KEY (video_id, language)
);

-- There until the captions are stored, or with failed until it is repeated; one at a time for a video.
CREATE TABLE caption_orders (
  video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
  ordered_at timestamptz(3) NOT NULL, failed boolean DEFAULT false NOT NULL
);

-- Files that come with a video, for those who may watch it. At most ten per video: each has a position of its own.
CREATE TABLE video_attachments (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY, video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 10),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  kind text NOT NULL CHECK (kind IN ('pdf', 'jpg', 'png', 'webp', 'zip')),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 52428800),
  storage_key text NOT NULL UNIQUE CHECK (length(storage_key) BETWEEN 1 AND 512), created_at timestamptz(3) NOT NULL,
  UNIQUE (video_id, position)
);

CREATE FUNCTION note_publication() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO publications VALUES (NEW.creator_id, NEW.published_at); RETURN NULL; END $$;
CREATE TRIGGER videos_note_publication AFTER UPDATE OF published_at ON videos FOR EACH ROW
  WHEN ((old.published_at IS NULL) AND (new.published_at IS NOT NULL)) EXECUTE FUNCTION note_publication();
`)
    .execute(db);
}
