import { type Kysely, sql } from "kysely";

/** The tables and columns of migrations/0016-shown-pages.ts whose changes were announced. */
const announced: Record<string, string> = {
  videos: `INSERT OR DELETE OR UPDATE OF title, description, price_cents, currency, thumbnail_url, creator_id, created_at,
    published_at, deleted_at, suspended_at, creator_suspended, topic_slug, outcomes, duration_seconds, content_updated_at,
    preview_kind, preview_status, preview_key, preview_length, preview_youtube_id, spoken_language, certifies, sold_alone`,
  creator_profiles: "DELETE OR UPDATE OF full_name, handle, bio, links, portrait_key",
  consumer_profiles: "DELETE OR UPDATE OF full_name",
  users: "DELETE OR UPDATE OF suspended_at",
  reviews: `INSERT OR DELETE OR UPDATE OF rating, text, created_at, reply, replied_at, has_access, bought, hidden_at,
    deleted_at`,
  conversions: "INSERT OR DELETE OR UPDATE OF state, reason",
  topics: "INSERT OR DELETE OR UPDATE OF slug, family, names, position",
  video_captions: "INSERT OR DELETE OR UPDATE OF language, is_generated",
  video_attachments: "INSERT OR DELETE OR UPDATE OF name, position",
  course_lessons: "INSERT OR DELETE OR UPDATE",
};

/** Pages for everyone are cached for two seconds, so nobody listens for changes of what they show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of Object.keys(announced))
    await sql.raw(`DROP TRIGGER ${table}_announce_shown_pages ON ${table}`).execute(db);
  await sql`
    -- contracts: the former release renews its pages after ten seconds without a notice
    DROP FUNCTION announce_shown_pages()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION announce_shown_pages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('shown_pages', '');
      RETURN NULL;
    END $$`.execute(db);
  for (const [table, events] of Object.entries(announced))
    await sql
      .raw(
        `CREATE TRIGGER ${table}_announce_shown_pages AFTER ${events} ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`,
      )
      .execute(db);
}
