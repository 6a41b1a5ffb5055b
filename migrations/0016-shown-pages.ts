import { type Kysely, sql } from "kysely";

/**
 * What public pages show; without columns, all of a table. Updates of other columns, such as a conversion's progress,
 * are not announced.
 */
const shown: Record<string, { events: string; columns?: string }> = {
  videos: {
    events: "INSERT OR DELETE",
    columns: `title, description, price_cents, currency, thumbnail_url, creator_id, created_at, published_at, deleted_at,
      suspended_at, creator_suspended, topic_slug, outcomes, duration_seconds, content_updated_at, preview_kind,
      preview_status, preview_key, preview_length, preview_youtube_id, spoken_language, certifies, sold_alone`,
  },
  creator_profiles: { events: "DELETE", columns: "full_name, handle, bio, links, portrait_key" },
  consumer_profiles: { events: "DELETE", columns: "full_name" },
  users: { events: "DELETE", columns: "suspended_at" },
  reviews: {
    events: "INSERT OR DELETE",
    columns: "rating, text, created_at, reply, replied_at, has_access, bought, hidden_at, deleted_at",
  },
  conversions: { events: "INSERT OR DELETE", columns: "state, reason" },
  topics: { events: "INSERT OR DELETE", columns: "slug, family, names, position" },
  video_captions: { events: "INSERT OR DELETE", columns: "language, is_generated" },
  video_attachments: { events: "INSERT OR DELETE", columns: "name, position" },
  course_lessons: { events: "INSERT OR DELETE" },
};

/**
 * Announces changes of what public pages show on the channel `shown_pages`, so that every process forgets the pages it
 * keeps (docs/decisions/0080-kept-pages.md). One notice per transaction: PostgreSQL merges equal ones. The counts that
 * each sale changes (`sales_count`, `student_count`) are not announced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION announce_shown_pages() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('shown_pages', '');
      RETURN NULL;
    END $$`.execute(db);
  for (const [table, { events, columns }] of Object.entries(shown)) {
    await sql
      .raw(`
      CREATE TRIGGER ${table}_announce_shown_pages AFTER ${events} OR UPDATE${columns ? ` OF ${columns}` : ""} ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`)
      .execute(db);
  }
}
