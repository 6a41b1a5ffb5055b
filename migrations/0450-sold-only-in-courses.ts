import { type Kysely, sql } from "kysely";

const shown = `title, description, price_cents, currency, thumbnail_url, creator_id, created_at, published_at, deleted_at,
      suspended_at, creator_suspended, topic_slug, outcomes, duration_seconds, content_updated_at, preview_kind,
      preview_status, preview_key, preview_length, preview_youtube_id, spoken_language, certifies`;

/**
 * Videos that are sold only in courses (docs/decisions/0261-videos-sold-only-in-courses.md). `sold_alone`: the
 * creator's choice; it takes a video out of the shop while a course for sale has it as a lesson.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE videos ADD sold_alone boolean DEFAULT true NOT NULL;
ALTER TABLE videos ADD CONSTRAINT videos_sold_alone_check CHECK (sold_alone OR video_type <> 'course') NOT VALID;
${announce(`${shown}, sold_alone`)}`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
${announce(shown)}
ALTER TABLE videos DROP CONSTRAINT videos_sold_alone_check;
ALTER TABLE videos DROP sold_alone;`)
    .execute(db);
}

/** Makes the trigger of `0013-shown-pages` anew with these columns. */
function announce(columns: string): string {
  return `DROP TRIGGER videos_announce_shown_pages ON videos;
CREATE TRIGGER videos_announce_shown_pages AFTER INSERT OR DELETE OR UPDATE OF ${columns} ON videos
  FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages();`;
}
