import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/** Rows filled by one statement: a row is locked for a fraction of a second. */
const batch = 1_000;

/** Fills the words of existing videos in batches, and indexes them. Can be repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE videos SET search_words = search_lexemes(title, description, outcomes, topic_slug, creator_plain) WHERE id IN (
        SELECT id FROM videos WHERE search_words IS NULL LIMIT ${batch} FOR UPDATE SKIP LOCKED)`.execute(db);
    if (numAffectedRows === 0n) break;
  }
  // One that was left invalid by a failure.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS videos_search_words_idx`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY videos_search_words_idx ON videos USING gin (search_words) WITH (fastupdate=off)
      WHERE published_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
  // Whether the shop has a video for a query. Only the index may answer: a plan by estimates would read every video for
  // a rare word.
  await sql`
    CREATE OR REPLACE FUNCTION shop_has(query tsquery) RETURNS boolean LANGUAGE sql STABLE STRICT
      SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
      SELECT EXISTS (SELECT FROM videos WHERE search_words @@ query AND published_at IS NOT NULL AND deleted_at IS NULL
        AND suspended_at IS NULL AND NOT creator_suspended) $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION shop_has(tsquery)`.execute(db);
  await sql`DROP INDEX videos_search_words_idx`.execute(db);
}
