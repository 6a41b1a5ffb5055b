import { type Kysely, sql } from "kysely";

/**
 * The language spoken in a video (ISO 639-1) and whether it has captions, as its creator says. Null where nothing is said, as in
 * every older video.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE videos
      ADD spoken_language text CHECK (spoken_language IN ('pt', 'en', 'es', 'fr', 'it', 'de', 'ja')),
      ADD captions boolean`.execute(db);
  // Both are shown on the sales page (0064-shown-pages.ts).
  await sql`
    CREATE TRIGGER videos_announce_spoken_language AFTER UPDATE OF spoken_language, captions ON videos
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TRIGGER videos_announce_spoken_language ON videos`.execute(db);
  await sql`ALTER TABLE videos DROP spoken_language, DROP captions`.execute(db);
}
