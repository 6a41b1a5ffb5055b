import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** The orders of a video's reviews by their stars. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS reviews_best_idx`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS reviews_worst_idx`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY reviews_best_idx ON reviews (video_id, rating DESC, created_at DESC, id DESC)
      WHERE shown`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY reviews_worst_idx ON reviews (video_id, (-rating) DESC, created_at DESC, id DESC)
      WHERE shown`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX reviews_best_idx`.execute(db);
  await sql`DROP INDEX reviews_worst_idx`.execute(db);
}
