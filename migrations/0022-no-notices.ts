import { type Kysely, sql } from "kysely";

/** Pages for everyone are cached for two seconds, so nobody listens for changes of what they show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = [
    "videos",
    "creator_profiles",
    "consumer_profiles",
    "users",
    "reviews",
    "conversions",
    "topics",
    "video_captions",
    "video_attachments",
    "course_lessons",
  ];
  // contracts: the former release renews its pages after ten seconds without a notice
  for (const table of tables)
    await sql.raw(`DROP TRIGGER ${table}_announce_shown_pages ON ${table}`).execute(db);
  // contracts: as its triggers
  await sql`DROP FUNCTION announce_shown_pages()`.execute(db);
}
