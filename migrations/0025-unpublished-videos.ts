import { type Kysely, sql } from "kysely";

/**
 * A video is a row from the first moment. What is typed before it is published is kept as typed, beside the pictures of
 * which one becomes its cover. Drafts become unpublished videos: those with a file keep it, the others get a row.
 * The former release finds no draft any more, and still holds their files back: `resumable_uploads.is_held`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE unpublished_videos (
    video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    fields jsonb NOT NULL CHECK ((jsonb_typeof(fields) = 'object') AND (octet_length(fields::text) <= 41000)),
    revision integer NOT NULL CHECK (revision >= 1),
    pictures text[] DEFAULT '{}'::text[] NOT NULL CHECK (cardinality(pictures) <= 12),
    saved_at timestamptz(3) NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX unpublished_videos_saved_idx ON unpublished_videos (saved_at)`.execute(db);
  await sql`UPDATE video_drafts SET video_id = NULL WHERE video_id IN (
    SELECT id FROM videos WHERE published_at IS NOT NULL OR deleted_at IS NOT NULL)`.execute(db);
  // The draft's id is the video's, unless it has a file, whose video is there.
  await sql`
    WITH link AS (
      SELECT id, substring(fields ->> 'youtubeUrl' FROM '(?:v=|youtu\\.be/|embed/|shorts/|live/)([A-Za-z0-9_-]{11})') AS youtube
      FROM video_drafts WHERE video_id IS NULL AND fields ->> 'source' = 'youtube')
    INSERT INTO videos (id, creator_id, title, description, price_cents, video_type, youtube_url, created_at)
    SELECT draft.id, creator_id, 'Sem título', '', 50,
      CASE WHEN youtube IS NULL THEN 'cloudflare' ELSE 'youtube' END, 'https://www.youtube.com/watch?v=' || youtube,
      created_at
    FROM video_drafts AS draft LEFT JOIN link USING (id) WHERE video_id IS NULL
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    UPDATE videos SET thumbnail_url = coalesce(draft.thumbnail_url, videos.thumbnail_url),
      preview_kind = CASE WHEN trailer_key IS NOT NULL THEN 'trailer' END,
      preview_status = CASE WHEN trailer_seconds IS NOT NULL THEN 'ready' WHEN trailer_key IS NOT NULL THEN 'waiting' END,
      preview_key = CASE WHEN trailer_seconds IS NOT NULL THEN trailer_key WHEN trailer_key IS NOT NULL
        THEN videos.creator_id || '/previews/' || replace(gen_random_uuid()::text, '-', '') || '.mp4' END,
      preview_source = CASE WHEN trailer_seconds IS NULL THEN trailer_key END,
      preview_length = CASE WHEN trailer_seconds IS NOT NULL THEN greatest(1, round(trailer_seconds)) END
    FROM video_drafts AS draft WHERE videos.id = coalesce(draft.video_id, draft.id)`.execute(db);
  await sql`
    INSERT INTO unpublished_videos (video_id, fields, revision, pictures, saved_at)
    SELECT coalesce(video_id, id), fields, greatest(revision, 1), array_remove(ARRAY[thumbnail_url], NULL), saved_at
    FROM video_drafts`.execute(db);
  await sql`DELETE FROM video_drafts WHERE coalesce(video_id, id) IN (SELECT video_id FROM unpublished_videos)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO video_drafts (id, creator_id, fields, revision, video_id, created_at, saved_at, thumbnail_url)
    SELECT video_id, creator_id, fields, revision, CASE WHEN video_type = 'cloudflare' THEN video_id END, created_at,
      saved_at, thumbnail_url
    FROM unpublished_videos JOIN videos ON videos.id = video_id`.execute(db);
  await sql`DROP TABLE unpublished_videos`.execute(db);
}
