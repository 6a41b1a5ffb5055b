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
 * The job exists only if the transaction commits. It replaces a waiting job with the same `key`. Of one `queue` only
 * one job runs at a time, in all processes; the next may begin 2 s later (graphile-worker looks for work before it
 * frees the queue). A lower `priority` runs first; the usual one is 0.
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

/** The call that adds a job, for a statement that makes its payload (json) and `key` (text) as well. */
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
