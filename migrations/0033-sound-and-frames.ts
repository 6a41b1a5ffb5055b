import { type Kysely, sql } from "kysely";

/** An index cannot be built CONCURRENTLY in a transaction. */
export const inTransaction = false;

/**
 * The sound of a ladder's video as a file of its own, and small pictures of it on one image. `extras`: null until both
 * were made. `frames`: {"seconds", "count", "columns", "width", "height"}, see `FrameSheet`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_ladders
    ADD COLUMN IF NOT EXISTS extras text CHECK (extras IN ('ready', 'failed')),
    ADD COLUMN IF NOT EXISTS sound_key text CHECK (length(sound_key) BETWEEN 1 AND 512),
    ADD COLUMN IF NOT EXISTS sound_bytes integer CHECK (sound_bytes > 0),
    ADD COLUMN IF NOT EXISTS frames_key text CHECK (length(frames_key) BETWEEN 1 AND 512),
    ADD COLUMN IF NOT EXISTS frames jsonb CHECK (jsonb_typeof(frames) = 'object')`.execute(db);
  // An attempt that was interrupted leaves an invalid index.
  await sql`DROP INDEX CONCURRENTLY IF EXISTS video_ladders_sound_idx`.execute(db);
  await sql`CREATE UNIQUE INDEX CONCURRENTLY video_ladders_sound_idx ON video_ladders (sound_key)`.execute(
    db,
  );
  await sql`DROP INDEX CONCURRENTLY IF EXISTS video_ladders_extras_idx`.execute(db);
  await sql`CREATE INDEX CONCURRENTLY video_ladders_extras_idx ON video_ladders (updated_at)
    WHERE state = 'ready' AND extras IS NULL`.execute(db);
  await sql`COMMENT ON COLUMN video_ladders.extras IS
    'data: none. Whether sound and frames were made; null before. A key without facts is an interrupted attempt.'`.execute(
    db,
  );
  await sql`COMMENT ON COLUMN video_ladders.sound_key IS
    'data: none. The sound alone, one channel of AAC; null where the video has none.'`.execute(db);
  await sql`COMMENT ON COLUMN video_ladders.frames_key IS 'data: none'`.execute(db);
  await sql`COMMENT ON COLUMN video_ladders.frames IS 'data: none'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE video_ladders DROP COLUMN extras, DROP COLUMN sound_key, DROP COLUMN sound_bytes,
    DROP COLUMN frames_key, DROP COLUMN frames`.execute(db);
}
