import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { deadAfterSeconds } from "~/server/runner.queries.server";

type JobState = "failed" | "locked" | "ready" | "scheduled";

interface ListedJob {
  id: number;
  name: string;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  runAt: Date;
  error: string | null;
}

/** Failed ones first, then locked, ready and scheduled ones. Without payloads. */
export async function listJobs(db: Db, limit: number): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    SELECT job.id, identifier AS name, attempts, max_attempts AS "maxAttempts", run_at AS "runAt", last_error AS error,
      CASE WHEN locked_at IS NOT NULL THEN 'locked' WHEN attempts >= max_attempts THEN 'failed'
        WHEN run_at <= now() THEN 'ready' ELSE 'scheduled' END AS state
    FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    ORDER BY (locked_at IS NULL AND attempts >= max_attempts) DESC, locked_at IS NOT NULL DESC, run_at, job.id
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** With all their attempts, unless they run. Returns the changed ids. */
export async function retryJobs(db: Db, ids: readonly number[] | "failed"): Promise<number[]> {
  const chosen = ids === "failed" ? sql`attempts >= max_attempts` : sql`id = ANY(${sql.val(ids)}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    SELECT changed.id FROM graphile_worker.reschedule_jobs(
      ARRAY(SELECT id FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND ${chosen} ORDER BY id),
      run_at := now(), attempts := 0) AS changed`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of processes without heartbeats. Returns their ids. */
export async function unlockJobs(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH left_behind AS (
      SELECT id, locked_by FROM graphile_worker._private_jobs
      WHERE locked_at IS NOT NULL AND NOT EXISTS (
        SELECT FROM job_runners AS runner
        WHERE runner.id = locked_by AND seen_at > now() - make_interval(secs => ${deadAfterSeconds}))
    ), unlocked AS (
      SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM left_behind HAVING count(*) > 0
    )
    SELECT id FROM left_behind, unlocked ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}
