import { type Kysely, sql } from "kysely";

/**
 * What an upload over many connections needs beside its unpublished record: how long the file is, what the browser
 * knows it again by, and the store's name for what has come. It goes with its record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE resumable_uploads (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      bytes integer NOT NULL CHECK (bytes > 0),
      file_mark text NOT NULL CHECK (length(file_mark) BETWEEN 1 AND 100),
      write_handle text NOT NULL CHECK (length(write_handle) BETWEEN 1 AND 2000)
    )`.execute(db);
  // What is under way is little beside what is published: finding one's own, or the abandoned, reads only this.
  await sql`
    CREATE INDEX videos_unpublished_idx ON videos (creator_id, created_at) WHERE published_at IS NULL`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX videos_unpublished_idx`.execute(db);
  await sql`DROP TABLE resumable_uploads`.execute(db);
}
