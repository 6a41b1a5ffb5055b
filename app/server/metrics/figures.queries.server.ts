import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

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

export interface MoneyFigures {
  /** Payment events that are stored and not settled, and the age of the oldest. */
  eventsWaiting: number;
  oldestEventSeconds: number;
  /** Violations found by the newest proof and the newest audit of the ledger that came to an end. */
  ledgerViolations: number;
  /** Differences from the payment provider in the newest comparison that came to an end. */
  providerDifferences: number;
  /** Age of the newest comparison that came to an end; 0 before the first. */
  comparisonAgeSeconds: number;
}

export async function readMoneyFigures(db: Db): Promise<MoneyFigures> {
  const { rows } = await sql<MoneyFigures>`
    WITH compared AS (
      SELECT id, finished_at FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL
      ORDER BY id DESC LIMIT 1)
    SELECT count(*) AS "eventsWaiting",
      coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS "oldestEventSeconds",
      (SELECT coalesce(sum(violations), 0)::int FROM (
        SELECT DISTINCT ON (independent) violations FROM ledger_proofs WHERE violations IS NOT NULL
        ORDER BY independent, id DESC) AS newest) AS "ledgerViolations",
      (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = (SELECT id FROM compared))
        AS "providerDifferences",
      coalesce((SELECT extract(epoch FROM now() - finished_at) FROM compared), 0)::float8 AS "comparisonAgeSeconds"
    FROM payment_events WHERE settled_at IS NULL`.execute(db);
  return rows[0] as MoneyFigures;
}
