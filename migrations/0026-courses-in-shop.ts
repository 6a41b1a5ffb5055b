import { type Kysely, sql } from "kysely";

/** An index cannot be built CONCURRENTLY in a transaction. */
export const inTransaction = false;

/** The courses of the shop, newest first: each page of the marketplace asks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An attempt that was interrupted leaves an invalid index.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS videos_courses_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY videos_courses_idx ON videos (created_at DESC, id DESC)
    WHERE lesson_count IS NOT NULL AND published_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL
      AND NOT creator_suspended`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX videos_courses_idx`.execute(db);
}
