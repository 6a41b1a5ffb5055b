import { type Kysely, sql } from "kysely";

/**
 * The captions of a video, one file per language, as cues: `[{ "from": ms, "to": ms, "text": "…" }]`. `skipped`: the
 * first wrong cues of the file, with their lines. The sales page shows the languages. `videos.captions`, what a creator
 * said before, is no longer read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE video_captions (
      video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
      language text NOT NULL CHECK (language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
      cues jsonb NOT NULL CHECK (
        CASE WHEN jsonb_typeof(cues) = 'array' THEN jsonb_array_length(cues) BETWEEN 1 AND 5000 ELSE false END
        AND octet_length(cues::text) <= 3000000),
      skipped jsonb NOT NULL DEFAULT '[]' CHECK (
        CASE WHEN jsonb_typeof(skipped) = 'array' THEN jsonb_array_length(skipped) <= 100 ELSE false END),
      skipped_count integer NOT NULL DEFAULT 0 CHECK (skipped_count >= 0),
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (video_id, language)
    )`.execute(db);
  await sql`
    CREATE TRIGGER video_captions_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF language ON video_captions
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_captions`.execute(db);
}
