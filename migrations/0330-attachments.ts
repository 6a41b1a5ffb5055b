import { type Kysely, sql } from "kysely";

/**
 * Files that come with a video, for those who may watch it. At most ten per video: each has a position of its own. The
 * sales page shows their names, types and sizes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE video_attachments (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      video_id uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
      position smallint NOT NULL CHECK (position BETWEEN 1 AND 10),
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
      kind text NOT NULL CHECK (kind IN ('pdf', 'jpg', 'png', 'webp', 'zip')),
      bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 52428800),
      storage_key text NOT NULL UNIQUE CHECK (length(storage_key) BETWEEN 1 AND 512),
      created_at timestamptz(3) NOT NULL,
      UNIQUE (video_id, position)
    )`.execute(db);
  await sql`
    CREATE TRIGGER video_attachments_announce_shown_pages
      AFTER INSERT OR DELETE OR UPDATE OF name, position ON video_attachments
      FOR EACH STATEMENT EXECUTE FUNCTION announce_shown_pages()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE video_attachments`.execute(db);
}
