import { type Kysely, sql } from "kysely";

/**
 * What becomes of a video that not every browser plays: no row, and it plays. `run_id` is the run that works on it, so
 * that one taken for dead cannot go on beside its successor; `updated_at` is when that run was last heard of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE conversions (
      video_id uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('waiting', 'running', 'failed', 'unavailable')),
      percent integer CHECK (percent BETWEEN 0 AND 99),
      reason text CHECK (reason IN ('unreadable', 'tooLong', 'tooLarge', 'noRoom', 'stopped', 'storeAway')),
      run_id uuid,
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK ((state = 'running') = (run_id IS NOT NULL)),
      CHECK (state = 'running' OR percent IS NULL),
      CHECK ((state = 'failed') = (reason IS NOT NULL))
    )`.execute(db);
  await sql`CREATE INDEX conversions_state_idx ON conversions (state, updated_at)`.execute(db);
  // What was published before anything could convert it: taken up by the first server that can.
  await sql`
    INSERT INTO conversions (video_id, state)
    SELECT id, 'unavailable' FROM videos
    WHERE video_type = 'cloudflare' AND published_at IS NOT NULL AND video_url ~ '[.](mov|avi)$'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE conversions`.execute(db);
}
