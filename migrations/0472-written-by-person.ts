import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** What a person wrote, newest first. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS reviews_author_idx`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS question_posts_author_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY reviews_author_idx ON reviews (author_id, created_at DESC, id DESC)`.execute(
    db,
  );
  await sql`
    CREATE INDEX CONCURRENTLY question_posts_author_idx ON question_posts (author_id, created_at DESC, id DESC)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX reviews_author_idx`.execute(db);
  await sql`DROP INDEX question_posts_author_idx`.execute(db);
}
