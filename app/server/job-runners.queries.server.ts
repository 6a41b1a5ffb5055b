import { type SqlBool, sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** A runner without a heartbeat for so long is gone, in seconds. */
export const goneSeconds = 20;

/** A pause between two heartbeats over which a runner cannot judge the others: the database may have been away. */
const unsteadySeconds = 15;

/** Notes that these runners of this process are alive. */
export async function beatRunners(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO job_runners AS runner (id) SELECT unnest(${sql.val(ids)}::text[])
    ON CONFLICT (id) DO UPDATE SET
      steady_since = CASE WHEN runner.seen_at < now() - make_interval(secs => ${unsteadySeconds})
        THEN now() ELSE runner.steady_since END,
      seen_at = now()`.execute(db);
}

/**
 * Unlocks the jobs of runners that are gone, and forgets those. Returns how many were gone. Does nothing until the runner
 * `id` has beaten without a pause for as long as it takes to be gone: after an outage of the database all are silent.
 */
export async function unlockJobsOfGone(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ gone: number; unlocked: SqlBool }>`
    WITH gone AS (
      DELETE FROM job_runners WHERE seen_at < now() - make_interval(secs => ${goneSeconds}) AND EXISTS (
        SELECT FROM job_runners AS own
        WHERE own.id = ${id} AND own.steady_since <= now() - make_interval(secs => ${goneSeconds}))
      RETURNING id
    )
    SELECT count(*)::integer AS gone, graphile_worker.force_unlock_workers(array_agg(id)) IS NULL AS unlocked
    FROM gone HAVING count(*) > 0`.execute(db);
  return rows[0]?.gone ?? 0;
}

/** Unlocks what runners that have stopped may have left locked, and forgets them. */
export async function removeRunners(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM job_runners WHERE id = ANY(${sql.val(ids)}::text[]))
    SELECT graphile_worker.force_unlock_workers(${sql.val(ids)}::text[])`.execute(db);
}
