import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

export async function countFailedJobs(db: Db): Promise<{ kind: string; jobs: number }[]> {
  const { rows } = await sql<{ kind: string; jobs: number }>`
    SELECT identifier AS kind, count(*) AS jobs FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE locked_at IS NULL AND attempts >= max_attempts GROUP BY identifier`.execute(db);
  return rows;
}

export interface MailFigures {
  /** Due and not sent, and the age of the oldest. */
  mailsWaiting: number;
  oldestMailSeconds: number;
  /** Of the last day: refused by the mail server, or perhaps not received. */
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
  /** No WAL file could be archived; 0 while the newest attempt succeeded. */
  archiveFailingSeconds: number;
  /** WAL that the replica or receiver farthest behind lacks; 0 without replication slots. */
  slotLagBytes: number;
}

/** From views that every role may read: `pg_stat_replication` needs `pg_monitor`. */
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
  ready: number;
  scheduled: number;
  locked: number;
  failed: number;
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

/** Jobs that could run and are not taken for this long: the queue has stopped. */
export const stalledAfterSeconds = 120;

/** A job could have been taken, but no runner took one of its kind; 0 if none waits. Not jobs behind a running one. */
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
  /** Renditions and sound files; ladders that wait or failed. */
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
  /** Stored and not settled, and the age of the oldest. */
  eventsWaiting: number;
  oldestEventSeconds: number;
  /** Of the newest finished proof and audit of the ledger. */
  ledgerViolations: number;
  /** In the newest finished comparison. */
  providerDifferences: number;
  /** Before the first comparison, the age of the database. */
  comparisonAgeSeconds: number;
  /** The older one of the proof's two ways; before the first, the age of the database. */
  proofAgeSeconds: number;
  /** Without access: waiting for over a minute, or given up in the last two days; older ones: the daily comparison. */
  paidEvents: number;
  /** At the provider without their sale here, by the newest comparison. */
  paidAtProvider: number;
  /** Paid and neither completed, refunded nor disputed; not second payments, which are owed back. */
  paidSales: number;
}

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
