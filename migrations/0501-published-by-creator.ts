import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** What a creator published, newest first. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS videos_published_by_idx`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY videos_published_by_idx ON videos (creator_id, published_at DESC, id DESC)
    WHERE published_at IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX videos_published_by_idx`.execute(db);
}
