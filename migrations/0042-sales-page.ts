import { type Kysely, sql } from "kysely";

/**
 * What a sales page shows of a video: its length, size and container as read from the file (`facts_read_at` says when, also
 * where nothing could be read), what one learns, and a public preview.
 *
 * `preview_seconds` and `preview_start` are the excerpt that the creator chose, in whole seconds; 0 seconds is none. Videos
 * from before keep 0: nobody chose to show a part of them. `preview_key` is planned before the file is there, `preview_source`
 * is an uploaded trailer that waits to be encoded, `preview_clip` the streaming service's copy that waits to be fetched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE videos
      ADD duration_seconds integer CHECK (duration_seconds > 0),
      ADD width integer CHECK (width > 0),
      ADD height integer CHECK (height > 0),
      ADD format text CHECK (format IN ('mp4', 'mov', 'avi')),
      ADD facts_read_at timestamptz(3),
      ADD outcomes text[] NOT NULL DEFAULT '{}' CHECK (cardinality(outcomes) <= 6),
      ADD content_updated_at timestamptz(3),
      ADD preview_seconds smallint NOT NULL DEFAULT 0 CHECK (preview_seconds BETWEEN 0 AND 180),
      ADD preview_start integer NOT NULL DEFAULT 0 CHECK (preview_start >= 0),
      ADD preview_kind text CHECK (preview_kind IN ('excerpt', 'trailer', 'youtube')),
      ADD preview_status text CHECK (preview_status IN ('waiting', 'ready', 'failed', 'unavailable')),
      ADD preview_key text UNIQUE,
      ADD preview_length integer CHECK (preview_length > 0),
      ADD preview_source text UNIQUE,
      ADD preview_clip text,
      ADD preview_youtube_id text,
      ADD preview_changed_at timestamptz(3),
      ADD CONSTRAINT videos_preview_whole CHECK ((preview_kind IS NULL) = (preview_status IS NULL)),
      ADD CONSTRAINT videos_preview_youtube CHECK ((preview_kind IS NOT DISTINCT FROM 'youtube') = (preview_youtube_id IS NOT NULL)),
      ADD CONSTRAINT videos_preview_ready CHECK (preview_status <> 'ready' OR preview_key IS NOT NULL
        OR preview_youtube_id IS NOT NULL)`.execute(db);
  await sql`
    CREATE INDEX videos_facts_unread_idx ON videos (published_at DESC)
      WHERE published_at IS NOT NULL AND deleted_at IS NULL AND facts_read_at IS NULL AND video_type = 'cloudflare'`.execute(
    db,
  );
  await sql`
    CREATE INDEX videos_preview_waiting_idx ON videos (preview_changed_at)
      WHERE preview_status = 'waiting' AND published_at IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE videos DROP duration_seconds, DROP width, DROP height, DROP format, DROP facts_read_at, DROP outcomes,
      DROP content_updated_at, DROP preview_seconds, DROP preview_start, DROP preview_kind, DROP preview_status,
      DROP preview_key, DROP preview_length, DROP preview_source, DROP preview_clip, DROP preview_youtube_id,
      DROP preview_changed_at`.execute(db);
}
