import { type Kysely, sql } from "kysely";

const columns = `title, description, price_cents, currency, thumbnail_url, creator_id, created_at, published_at, deleted_at,
      suspended_at, creator_suspended, topic_slug, outcomes, duration_seconds, content_updated_at, preview_kind,
      preview_status, preview_key, preview_length, preview_youtube_id, spoken_language`;

/**
 * Drops `videos.captions`, what a creator said of captions before there were files (0201-captions). No release since
 * reads or writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announce(db, columns);
  await sql`-- contracts: not read since 0201-captions
    ALTER TABLE videos DROP COLUMN captions`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD captions boolean`.execute(db);
  await announce(db, `${columns}, captions`);
}

/** Makes the trigger of `0013-shown-pages` anew: a column that it names cannot be dropped. */
async function announce(db: Kysely<unknown>, shown: string): Promise<void> {
  await sql
    .raw(`
DROP TRIGGER videos_announce_shown_pages ON videos;
CREATE TRIGGER videos_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF ${shown} ON videos
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`)
    .execute(db);
}
