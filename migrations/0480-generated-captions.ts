import { type Kysely, sql } from "kysely";

/**
 * Captions that the streaming service makes of a video's sound. `is_generated`: nobody has read them yet. An order is
 * there until its captions are stored, or with `failed` until it is repeated; one at a time for a video.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_captions ADD is_generated boolean DEFAULT false NOT NULL`.execute(db);
  await sql`DROP TRIGGER video_captions_announce_shown_pages ON video_captions`.execute(db);
  await sql`
    CREATE TRIGGER video_captions_announce_shown_pages
      AFTER INSERT OR DELETE OR UPDATE OF language, is_generated ON video_captions
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
  await sql`
    CREATE TABLE caption_orders (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      language text NOT NULL CHECK (language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
      ordered_at timestamptz(3) NOT NULL,
      failed boolean NOT NULL DEFAULT false
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE caption_orders`.execute(db);
  await sql`DROP TRIGGER video_captions_announce_shown_pages ON video_captions`.execute(db);
  await sql`ALTER TABLE video_captions DROP is_generated`.execute(db);
  await sql`
    CREATE TRIGGER video_captions_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF language ON video_captions
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}
