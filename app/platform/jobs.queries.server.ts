import { sql } from "kysely";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "./db.server";
import type { Job } from "./jobs";

/** Tries before a job is given up, unless it says otherwise; with the queue's growing pauses this spans about three days. */
const usualAttempts = 20;

/**
 * Puts a job into the queue, in the transaction given: it exists only if that commits (graphile-worker's add_job).
 * A job with the same `key` that still waits is replaced by it. It is not begun before `runAt`.
 */
export async function addJob<Name extends keyof Job>(
  db: Db,
  name: Name,
  payload: Job[Name],
  { key, maxAttempts = usualAttempts, runAt }: { key?: string; maxAttempts?: number; runAt?: Date } = {},
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      ${name}, ${toStorableJson(payload)}::json, max_attempts := ${maxAttempts}, job_key := ${key ?? null},
      run_at := ${runAt?.toISOString() ?? null}::timestamptz
    )`.execute(db);
}
