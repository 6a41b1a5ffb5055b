import { type Kysely, sql } from "kysely";

/**
 * How far the streaming service is with a video, beside `videos.cloudflare_video_id`. A table of its own: it changes
 * with every look at the service, and a video's row carries the indexes of the search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // sent_at: the whole file had come. check_at: when to ask the service again; null where there is nothing more to know.
  await sql`
    CREATE TABLE video_streams (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'processing', 'ready', 'failed')),
      percent smallint CHECK (percent BETWEEN 0 AND 100),
      failure text CHECK (length(failure) BETWEEN 1 AND 500),
      failure_code text CHECK (length(failure_code) BETWEEN 1 AND 100),
      mp4_asked boolean NOT NULL DEFAULT false,
      has_mp4 boolean NOT NULL DEFAULT false,
      begun_at timestamptz(3) NOT NULL,
      sent_at timestamptz(3),
      checked_at timestamptz(3),
      check_at timestamptz(3),
      CONSTRAINT video_streams_percent_state CHECK (percent IS NULL OR state = 'processing'),
      CONSTRAINT video_streams_failure_state CHECK ((state = 'failed') = (failure IS NOT NULL)),
      CONSTRAINT video_streams_code_state CHECK (failure_code IS NULL OR state = 'failed'),
      CONSTRAINT video_streams_mp4_state CHECK (state = 'ready' OR NOT (mp4_asked OR has_mp4))
    )`.execute(db);
  // The polling job reads only what is due, the longest due first.
  await sql`
    CREATE INDEX video_streams_due_idx ON video_streams (check_at) WHERE check_at IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_streams`.execute(db);
}
