import { type SqlBool, sql } from "kysely";
import type { Db } from "~/platform/db.server";

export const deadAfterSeconds = 20;

/** After a longer gap a runner does not judge others: the database may have been unavailable. */
const maxGapSeconds = 15;

interface Heartbeat {
  id: string;
  tasks: readonly string[];
  /** Since its last heartbeat. */
  took: boolean;
}

export async function recordHeartbeats(db: Db, runners: readonly Heartbeat[]): Promise<void> {
  if (runners.length === 0) return;
  await sql`
    INSERT INTO job_runners AS runner (id, tasks, took_at)
    SELECT id, tasks, CASE WHEN took THEN now() END
    FROM jsonb_to_recordset(${JSON.stringify(runners)}::jsonb) AS beat (id text, tasks text[], took boolean)
    ON CONFLICT (id) DO UPDATE SET
      steady_since = CASE WHEN runner.seen_at < now() - make_interval(secs => ${maxGapSeconds})
        THEN now() ELSE runner.steady_since END,
      seen_at = now(), took_at = coalesce(excluded.took_at, runner.took_at)`.execute(db);
}

/** Returns how many runners were dead. Waits for steady heartbeats of `id`: after an outage all runners look dead. */
export async function unlockJobsOfDeadRunners(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ gone: number; unlocked: SqlBool }>`
    WITH gone AS (
      DELETE FROM job_runners WHERE seen_at < now() - make_interval(secs => ${deadAfterSeconds}) AND EXISTS (
        SELECT FROM job_runners AS own
        WHERE own.id = ${id} AND own.steady_since <= now() - make_interval(secs => ${deadAfterSeconds}))
      RETURNING id
    )
    SELECT count(*)::integer AS gone, graphile_worker.force_unlock_workers(array_agg(id)) IS NULL AS unlocked
    FROM gone HAVING count(*) > 0`.execute(db);
  return rows[0]?.gone ?? 0;
}

export async function removeRunners(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM job_runners WHERE id = ANY(${sql.val(ids)}::text[]))
    SELECT graphile_worker.force_unlock_workers(${sql.val(ids)}::text[])`.execute(db);
}

/** The revision changes when a waiting job is replaced under the same key. */
export interface QueuedJob {
  id: string;
  revision: number;
}

const mailsKeptDays = 7;

/** By an earlier run of the job. */
export async function wasHandedOver(db: Db, { id, revision }: QueuedJob): Promise<boolean> {
  const mail = await db
    .selectFrom("handed_over_mails")
    .select("job_id")
    .where("job_id", "=", Number(id))
    .where("job_revision", "=", revision)
    .executeTakeFirst();
  return mail !== undefined;
}

export async function noteHandedOver(db: Db, { id, revision }: QueuedJob): Promise<void> {
  await db
    .insertInto("handed_over_mails")
    .values({ job_id: Number(id), job_revision: revision })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetHandedOver(db: Db, { id, revision }: QueuedJob): Promise<void> {
  await db
    .deleteFrom("handed_over_mails")
    .where("job_id", "=", Number(id))
    .where("job_revision", "=", revision)
    .execute();
}

export async function deleteOldHandedOver(db: Db): Promise<void> {
  await db
    .deleteFrom("handed_over_mails")
    .where("handed_over_at", "<", sql<Date>`now() - make_interval(days => ${mailsKeptDays})`)
    .execute();
}
