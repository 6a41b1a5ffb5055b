import { type Kysely, sql } from "kysely";

/**
 * The pictures that messengers show for a video or a creator (Open Graph), by their key in the store. A row is written
 * before its file, so that no file is without one; it is deleted after its file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE share_pictures (
      storage_key text PRIMARY KEY,
      subject_id uuid NOT NULL,
      made_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX share_pictures_subject_idx ON share_pictures (subject_id, made_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE share_pictures`.execute(db);
}
