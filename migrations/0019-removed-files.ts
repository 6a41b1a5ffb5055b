import { type Kysely, sql } from "kysely";

/**
 * When the file of a deleted video was removed though its record stays: the sales that were begun and never paid need it.
 * Its address stays too, as what it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE videos ADD file_removed_at timestamptz(3),
      ADD CONSTRAINT videos_file_removed CHECK (file_removed_at IS NULL OR deleted_at IS NOT NULL)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos DROP file_removed_at`.execute(db);
}
