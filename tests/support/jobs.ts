import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

interface QueuedJob {
  task: string;
  key: string | null;
  payload: Record<string, string>;
  runAt: Date;
}

/** The queued jobs in their order. `about`: a text in their key or payload. */
export async function listJobs(db: Db, { task, about = "" }: { task?: string; about?: string } = {}) {
  const { rows } = await sql<QueuedJob>`
    SELECT tasks.identifier AS task, key, payload, run_at AS "runAt" FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id ORDER BY jobs.id`.execute(db);
  return rows.filter(
    (job) => (task ?? job.task) === job.task && `${job.key} ${JSON.stringify(job.payload)}`.includes(about),
  );
}
