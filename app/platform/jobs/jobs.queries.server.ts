import { type RawBuilder, sql } from "kysely";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import { type Job, maxAttemptsOf } from "./jobs";

interface JobOptions {
  key?: string;
  runAt?: Date;
  queue?: string;
  priority?: number;
}

/**
 * Adds a job in the given transaction: it exists only if that commits (graphile-worker's add_job). It replaces a
 * waiting job with the same `key`, and does not start before `runAt`. Of the jobs in one `queue` only one runs at a
 * time, in all processes together, and the next may begin 2 s after it (graphile-worker looks for work before it frees
 * the queue). Jobs of a lower `priority` number run first; the usual one is 0.
 */
export async function addJob<Name extends keyof Job>(
  db: Db,
  name: Name,
  payload: Job[Name],
  options: JobOptions = {},
): Promise<void> {
  const { key, ...others } = options;
  const call = addingJob(name, sql`${toStorableJson(payload)}::json`, sql`${key ?? null}::text`, others);
  await sql`SELECT ${call}`.execute(db);
}

/**
 * Returns the call that adds a job, for a statement that makes the job's payload as well. Other options as those of
 * `addJob`.
 * @param payload an expression of type json
 * @param key an expression of type text
 */
export function addingJob(
  name: keyof Job,
  payload: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
  { runAt, queue, priority = 0 }: Omit<JobOptions, "key"> = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    ${name}, ${payload}, max_attempts := ${maxAttemptsOf(name)}, job_key := ${key},
    run_at := ${runAt?.toISOString() ?? null}::timestamptz, queue_name := ${queue ?? null},
    priority := ${priority}
  )`;
}
