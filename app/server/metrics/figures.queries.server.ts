import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Returns how many jobs have no attempts left, by kind. */
export async function countFailedJobs(db: Db): Promise<{ kind: string; jobs: number }[]> {
  const { rows } = await sql<{ kind: string; jobs: number }>`
    SELECT identifier AS kind, count(*) AS jobs FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE locked_at IS NULL AND attempts >= max_attempts GROUP BY identifier`.execute(db);
  return rows;
}

export interface MailFigures {
  /** Mails that are due and not sent, and the age of the oldest. */
  mailsWaiting: number;
  oldestMailSeconds: number;
  /** Mails of the last day that the mail server refused, or that it may not have received. */
  mailsRefused: number;
  mailsUnconfirmed: number;
}

export async function readMailFigures(db: Db): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    SELECT ended.*, waiting.* FROM
      (SELECT count(*) AS "mailsWaiting",
        coalesce(extract(epoch FROM now() - min(send_at)), 0)::float8 AS "oldestMailSeconds"
        FROM mails WHERE status = 'waiting' AND send_at < now()) AS waiting,
      (SELECT count(*) FILTER (WHERE status = 'refused') AS "mailsRefused",
        count(*) FILTER (WHERE status = 'unconfirmed') AS "mailsUnconfirmed"
        FROM mails WHERE status IN ('refused', 'unconfirmed') AND ended_at > now() - interval '1 day') AS ended`.execute(
    db,
  );
  return rows[0] as MailFigures;
}

export interface ReplicationFigures {
  /** For how long no WAL file could be archived, in seconds: 0 while the newest attempt succeeded. */
  archiveFailingSeconds: number;
  /** WAL that the replica or receiver farthest behind has not got, in bytes; 0 without replication slots. */
  slotLagBytes: number;
}

/** Of views that every role may read: `pg_stat_replication` needs `pg_monitor`. */
export async function readReplicationFigures(db: Db): Promise<ReplicationFigures> {
  const { rows } = await sql<ReplicationFigures>`
    SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
        THEN extract(epoch FROM now() - coalesce(last_archived_time, stats_reset)) ELSE 0 END::float8
        AS "archiveFailingSeconds",
      CASE WHEN pg_is_in_recovery() THEN 0 ELSE coalesce((
        SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots), 0) END::float8
        AS "slotLagBytes"
    FROM pg_stat_archiver`.execute(db);
  return rows[0] as ReplicationFigures;
}

export interface QueueFigures {
  /** Jobs that could run now. */
  ready: number;
  /** Jobs for later, also those that wait after a failed attempt. */
  scheduled: number;
  locked: number;
  /** Jobs without attempts left. */
  failed: number;
  /** Age of the job that could have run first. */
  oldestReadySeconds: number;
}

export async function readQueueFigures(db: Db): Promise<QueueFigures> {
  const { rows } = await sql<QueueFigures>`
    SELECT count(*) FILTER (WHERE is_available AND run_at <= now()) AS ready,
      count(*) FILTER (WHERE is_available AND run_at > now()) AS scheduled,
      count(*) FILTER (WHERE locked_at IS NOT NULL) AS locked,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS failed,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_available AND run_at <= now())), 0)::float8
        AS "oldestReadySeconds"
    FROM graphile_worker._private_jobs`.execute(db);
  return rows[0] as QueueFigures;
}

/** Jobs that could run and are not taken for this long mean that the queue has stopped, in seconds. */
export const stalledAfterSeconds = 120;

/**
 * Returns for how long a job could have been taken while no runner took one of its kind, in seconds; 0 if none waits.
 * Jobs behind a running one of their queue cannot be taken.
 */
export async function readStalledSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(max(extract(epoch FROM now() - greatest(waiting.since, taken.at))), 0)::float8 AS seconds
    FROM (SELECT jobs.task_id, min(jobs.run_at) AS since FROM graphile_worker._private_jobs AS jobs
      WHERE jobs.is_available AND jobs.run_at <= now() AND NOT EXISTS (
        SELECT FROM graphile_worker._private_job_queues AS queue JOIN job_runners ON job_runners.id = queue.locked_by
        WHERE queue.id = jobs.job_queue_id)
      GROUP BY jobs.task_id) AS waiting
    JOIN graphile_worker._private_tasks AS task ON task.id = waiting.task_id
    CROSS JOIN LATERAL (SELECT max(took_at) AS at FROM job_runners WHERE task.identifier = ANY(tasks)) AS taken`.execute(
    db,
  );
  return Math.max(0, rows[0]?.seconds ?? 0);
}

export interface LadderFigures {
  /** Size of all rungs and sound files in bytes, and ladders that wait or could not be made. */
  ladderBytes: number;
  laddersWaiting: number;
  laddersFailed: number;
}

export async function readLadderFigures(db: Db): Promise<LadderFigures> {
  const { rows } = await sql<LadderFigures>`
    SELECT (SELECT coalesce(sum(bytes), 0) FROM video_rungs)::float8 + coalesce(sum(sound_bytes), 0)::float8 AS "ladderBytes",
      count(*) FILTER (WHERE state = 'waiting') AS "laddersWaiting",
      count(*) FILTER (WHERE state = 'failed') AS "laddersFailed"
    FROM video_ladders`.execute(db);
  return rows[0] as LadderFigures;
}

export interface MoneyFigures {
  /** Payment events that are stored and not settled, and the age of the oldest. */
  eventsWaiting: number;
  oldestEventSeconds: number;
  /** Violations found by the newest proof and the newest audit of the ledger that came to an end. */
  ledgerViolations: number;
  /** Differences from the payment provider in the newest comparison that came to an end. */
  providerDifferences: number;
  /** Age of the newest comparison that came to an end; before the first, the age of the database. */
  comparisonAgeSeconds: number;
  /** The same of the ledger's proof: the older one of its two ways. */
  proofAgeSeconds: number;
  /**
   * Payment events whose payment has given no access: waiting for over a minute, or given up in the last two days.
   * Older ones are found by the daily comparison.
   */
  paidEvents: number;
  /** Payments that the newest comparison found at the provider without their sale here. */
  paidAtProvider: number;
  /**
   * Sales that were paid and are neither completed, refunded nor disputed; not second payments, which are owed back.
   */
  paidSales: number;
}

/** Types of the provider's events that report a payment. */
const paidEventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "charge.succeeded",
];

export async function readMoneyFigures(db: Db): Promise<MoneyFigures> {
  const { rows } = await sql<MoneyFigures>`
    WITH compared AS (
        SELECT id, finished_at FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL
        ORDER BY id DESC LIMIT 1),
      installed AS (SELECT min(timestamp)::timestamptz AS at FROM kysely_migration)
    SELECT count(*) FILTER (WHERE settled_at IS NULL) AS "eventsWaiting",
      coalesce(extract(epoch FROM now() - min(received_at) FILTER (WHERE settled_at IS NULL)), 0)::float8
        AS "oldestEventSeconds",
      (SELECT coalesce(sum(violations), 0)::int FROM (
        SELECT DISTINCT ON (independent) violations FROM ledger_proofs WHERE violations IS NOT NULL
        ORDER BY independent, id DESC) AS newest) AS "ledgerViolations",
      (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = (SELECT id FROM compared))
        AS "providerDifferences",
      extract(epoch FROM now() - coalesce((SELECT finished_at FROM compared), (SELECT at FROM installed)))::float8
        AS "comparisonAgeSeconds",
      (SELECT max(extract(epoch FROM now() - coalesce(
          (SELECT max(finished_at) FROM ledger_proofs
            WHERE violations IS NOT NULL AND ledger_proofs.independent = way.independent),
          (SELECT at FROM installed)))::float8)
        FROM (VALUES (false), (true)) AS way (independent)) AS "proofAgeSeconds",
      count(*) FILTER (WHERE provider_type = ANY(${paidEventTypes})
        AND (settled_at IS NULL AND received_at < now() - interval '1 minute'
          OR error IS NOT NULL AND received_at > now() - interval '2 days')) AS "paidEvents",
      (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = (SELECT id FROM compared)
        AND what IN ('unknownSale', 'otherCheckout', 'otherAmount')) AS "paidAtProvider",
      (SELECT count(*) FROM sales WHERE paid_at IS NOT NULL AND NOT duplicate AND status = 'processing')
        AS "paidSales"
    FROM payment_events WHERE error IS NOT NULL OR settled_at IS NULL`.execute(db);
  return rows[0] as MoneyFigures;
}
