import { type Kysely, sql } from "kysely";

/**
 * The ladder of a stored video: its rungs, each one file of fragments, made of the file `source_key`. No row: none is
 * made, and the file itself plays. A rung is written before its file, without facts, and gets them once the file is
 * whole; no two attempts share a file. `segments`: `[[microseconds, bytes], …]`, one after the other behind the first
 * `init_bytes` bytes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE video_ladders (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      source_key text NOT NULL CHECK (length(source_key) BETWEEN 1 AND 512),
      state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
      reason text CHECK (reason IN ('unreadable', 'tooLong', 'tooLarge')),
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT video_ladders_reason_state CHECK ((state = 'failed') = (reason IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX video_ladders_state_idx ON video_ladders (state, updated_at)`.execute(db);
  await sql`
    CREATE TABLE video_rungs (
      video_id uuid NOT NULL REFERENCES video_ladders ON DELETE CASCADE,
      short_side integer NOT NULL CHECK (short_side BETWEEN 2 AND 1080 AND short_side % 2 = 0),
      storage_key text NOT NULL UNIQUE CHECK (length(storage_key) BETWEEN 1 AND 512),
      bytes integer CHECK (bytes > 0),
      width integer CHECK (width > 0),
      height integer CHECK (height > 0),
      peak_bandwidth integer CHECK (peak_bandwidth > 0),
      average_bandwidth integer CHECK (average_bandwidth > 0),
      codecs text CHECK (codecs ~ '^[a-zA-Z0-9.]+(,[a-zA-Z0-9.]+)?$'),
      frame_rate real CHECK (frame_rate > 0),
      init_bytes integer CHECK (init_bytes > 0),
      segments jsonb CHECK (segments IS NULL OR
        CASE WHEN jsonb_typeof(segments) = 'array' THEN jsonb_array_length(segments) BETWEEN 1 AND 100000 ELSE false END),
      PRIMARY KEY (video_id, short_side),
      CONSTRAINT video_rungs_whole CHECK (num_nulls(
        bytes, width, height, peak_bandwidth, average_bandwidth, codecs, frame_rate, init_bytes, segments) IN (0, 9))
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_rungs`.execute(db);
  await sql`DROP TABLE video_ladders`.execute(db);
}
