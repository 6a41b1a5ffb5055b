import { sql } from "kysely";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "./db.server";
import type { Job } from "./jobs";

/** Default attempts of a job; with the queue's growing delays this spans about three days. */
const usualAttempts = 20;

/**
 * Adds a job in the given transaction: it exists only if that commits (graphile-worker's add_job). It replaces a
 * waiting job with the same `key`, and does not start before `runAt`. Of the jobs in one `queue` only one runs at a time,
 * in all processes together, and the next may begin 2 s after it (graphile-worker looks for work before it frees the
 * queue). Jobs of a lower `priority` number run first; the usual one is 0.
 */
export async function addJob<Name extends keyof Job>(
  db: Db,
  name: Name,
  payload: Job[Name],
  {
    key,
    maxAttempts = usualAttempts,
    runAt,
    queue,
    priority = 0,
  }: { key?: string; maxAttempts?: number; runAt?: Date; queue?: string; priority?: number } = {},
): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      ${name}, ${toStorableJson(payload)}::json, max_attempts := ${maxAttempts}, job_key := ${key ?? null},
      run_at := ${runAt?.toISOString() ?? null}::timestamptz, queue_name := ${queue ?? null},
      priority := ${priority}
    )`.execute(db);
}
