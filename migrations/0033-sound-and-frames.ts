import { type Kysely, sql } from "kysely";

/**
 * The sound of a ladder's video as a file of its own, and small pictures of it on one image. `extras`: null until both
 * were made. `frames`: {"seconds", "count", "columns", "width", "height"}, see `FrameSheet`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE video_ladders
  ADD extras text CHECK (extras IN ('ready', 'failed')),
  ADD sound_key text UNIQUE CHECK (length(sound_key) BETWEEN 1 AND 512), ADD sound_bytes integer CHECK (sound_bytes > 0),
  ADD frames_key text UNIQUE CHECK (length(frames_key) BETWEEN 1 AND 512),
  ADD frames jsonb CHECK (jsonb_typeof(frames) = 'object');
CREATE INDEX video_ladders_extras_idx ON video_ladders (updated_at) WHERE state = 'ready' AND extras IS NULL;
COMMENT ON COLUMN video_ladders.extras IS 'data: none. Whether sound and frames were made; null before. A key without facts is an interrupted attempt.';
COMMENT ON COLUMN video_ladders.sound_key IS 'data: none. The sound alone, one channel of AAC; null where the video has none.';
COMMENT ON COLUMN video_ladders.frames_key IS 'data: none';
COMMENT ON COLUMN video_ladders.frames IS 'data: none';
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE video_ladders DROP extras, DROP sound_key, DROP sound_bytes, DROP frames_key, DROP frames;
`)
    .execute(db);
}
