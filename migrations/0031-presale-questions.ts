import { type Kysely, sql } from "kysely";

/** An index cannot be built CONCURRENTLY in a transaction. */
export const inTransaction = false;

/**
 * Questions before buying are rows of `question_posts`, public once they are answered. Both lists of a video's questions
 * are read by one index, and the same text may be asked before and after the purchase.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE question_posts
    ADD COLUMN IF NOT EXISTS before_purchase boolean DEFAULT false NOT NULL`.execute(db);
  // An attempt that was interrupted leaves an invalid index.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS question_posts_list_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY question_posts_list_idx ON question_posts
    (video_id, before_purchase, is_pinned DESC, created_at DESC, id DESC) WHERE answers_to IS NULL`.execute(
    db,
  );
  await sql`DROP INDEX CONCURRENTLY IF EXISTS question_posts_video_idx`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS question_posts_same_text_idx`.execute(db);
  await sql`CREATE UNIQUE INDEX CONCURRENTLY question_posts_same_text_idx ON question_posts
    (author_id, video_id, answers_to, before_purchase, hashtextextended(text, 0)) NULLS NOT DISTINCT`.execute(
    db,
  );
  await sql`DROP INDEX CONCURRENTLY IF EXISTS question_posts_same_idx`.execute(db);
}

/** Deletes the questions before buying: the former release would show them under the lesson. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM question_posts WHERE before_purchase`.execute(db);
  await sql`CREATE UNIQUE INDEX question_posts_same_idx ON question_posts
    (author_id, video_id, answers_to, hashtextextended(text, 0)) NULLS NOT DISTINCT`.execute(db);
  await sql`CREATE INDEX question_posts_video_idx ON question_posts
    (video_id, is_pinned DESC, created_at DESC, id DESC) WHERE answers_to IS NULL`.execute(db);
  await sql`ALTER TABLE question_posts DROP COLUMN before_purchase`.execute(db);
}
