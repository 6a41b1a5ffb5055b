import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { addingJob } from "~/platform/jobs/jobs.queries.server";

interface Question {
  name: string;
  /** Has the argument, if any, in angle brackets. */
  sentence: string;
  query(argument: string): RawBuilder<Record<string, unknown>>;
}

export const maxRows = 200;

const lastRuns = 10;

/** As texts, so that an argument of another form finds nothing. */
const saleNamed = (
  argument: string,
) => sql`${argument} IN (sales.id::text, payments.provider_checkout_id, payments.provider_payment_id,
  payments.provider_charge_id)`;

export const questions: readonly Question[] = [
  {
    name: "paid-without-access",
    sentence: "Who paid and cannot watch",
    query: () => sql`
      SELECT sales.id AS sale, users.email, videos.title, sales.status, paid_at, amount_cents FROM sales
      JOIN users ON users.id = consumer_id JOIN videos ON videos.id = video_id
      WHERE paid_at IS NOT NULL AND NOT duplicate AND NOT is_gift AND sales.status IN ('processing', 'completed')
        AND NOT EXISTS (SELECT FROM access_grants WHERE access_grants.sale_id = sales.id AND revoked_at IS NULL)
      ORDER BY paid_at LIMIT ${maxRows}`,
  },
  {
    name: "sale",
    sentence: "A sale: <its id, or the checkout's, payment's or charge's at Stripe>",
    query: (argument) => sql`
      SELECT sales.id AS sale, users.email, videos.title, sales.status, sales.amount_cents, payment_method, sales.created_at,
        paid_at, completed_at, payments.provider_payment_id FROM sales JOIN payments ON payments.id = sales.payment_id
      JOIN users ON users.id = consumer_id JOIN videos ON videos.id = video_id
      WHERE ${saleNamed(argument)} LIMIT ${maxRows}`,
  },
  {
    name: "sale-events",
    sentence: "What Stripe reported of a sale: <its id, or the checkout's, payment's or charge's at Stripe>",
    query: (argument) => sql`
      SELECT payment_events.id, provider_type AS type, received_at, settled_at, attempts, error FROM payment_events
      JOIN sales ON sales.id = sale_id JOIN payments ON payments.id = sales.payment_id
      WHERE ${saleNamed(argument)} ORDER BY received_at LIMIT ${maxRows}`,
  },
  {
    name: "purchases",
    sentence: "What an account bought and may watch: <e-mail>",
    query: (argument) => sql`
      SELECT videos.title, sales.id AS sale, sales.status, paid_at, access_grants.reason, granted_at, revoked_at,
        revoke_reason FROM users
      LEFT JOIN sales ON consumer_id = users.id LEFT JOIN access_grants ON access_grants.sale_id = sales.id
      LEFT JOIN videos ON videos.id = sales.video_id
      WHERE users.email = lower(${argument}) ORDER BY sales.created_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "account",
    sentence: "An account's state: <e-mail>",
    query: (argument) => sql`
      SELECT id, email, created_at, email_verified_at, suspended_at, erased_at,
        (SELECT count(*) FROM sessions WHERE user_id = users.id AND expires_at > now()) AS sessions,
        EXISTS (SELECT FROM user_roles WHERE user_id = users.id) AS is_admin,
        EXISTS (SELECT FROM creator_profiles WHERE user_id = users.id) AS is_creator,
        (SELECT due_at FROM account_erasures WHERE user_id = users.id AND finished_at IS NULL) AS erasure_due
      FROM users WHERE email = lower(${argument})`,
  },
  {
    name: "account-changes",
    sentence: "What was changed in an account, and by whom: <e-mail>",
    query: (argument) => sql`
      SELECT audit_entries.created_at, action, actor_email AS by, target_kind, target_label AS target, reason
      FROM users JOIN audit_entries ON target_id = users.id::text OR actor_id = users.id
      WHERE email = lower(${argument}) ORDER BY number DESC LIMIT ${maxRows}`,
  },
  {
    name: "mails-waiting",
    sentence: "Which mails are due and not sent, and why",
    query: () => sql`
      SELECT kind, count(*) AS mails, min(send_at) AS oldest, max(failure) AS failure FROM mails
      WHERE status = 'waiting' AND send_at < now() GROUP BY kind ORDER BY 2 DESC LIMIT ${maxRows}`,
  },
  {
    name: "mails-failed",
    sentence: "Which mails were refused or not confirmed, newest first",
    query: () => sql`
      SELECT id, kind, status, sent_to, ended_at, failure FROM mails WHERE status IN ('refused', 'unconfirmed')
      ORDER BY ended_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "mails-of",
    sentence: "Which mails an account got or waits for: <e-mail>",
    query: (argument) => sql`
      SELECT kind, status, send_at, ended_at, sent_to, failure FROM mails
      WHERE email = lower(${argument}) OR user_id = (SELECT id FROM users WHERE users.email = lower(${argument}))
      ORDER BY created_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "webhooks-failed",
    sentence: "Which webhooks wait or could not be settled, newest first",
    query: () => sql`
      SELECT id, provider_type AS type, received_at, settled_at, attempts, error, sale_id AS sale FROM payment_events
      WHERE error IS NOT NULL OR settled_at IS NULL ORDER BY received_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "jobs-failed",
    sentence: "Which background jobs were given up, by kind",
    query: () => sql`
      SELECT identifier AS kind, count(*) AS jobs, max(jobs.updated_at) AS newest, left(max(last_error), 200) AS error
      FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
      WHERE locked_at IS NULL AND attempts >= max_attempts GROUP BY identifier ORDER BY 2 DESC LIMIT ${maxRows}`,
  },
  {
    name: "reconcile",
    sentence: "Compares with Stripe now, by a job; reconciliations shows the result",
    query: () => sql`
      SELECT id AS job, run_at FROM ${addingJob("reconcile", sql`'{}'::json`, sql`'reconcile'::text`)}`,
  },
  {
    name: "reconciliations",
    sentence: "The last comparisons with Stripe",
    query: () => sql`
      SELECT id, started_at, finished_at, checked, repaired, failure,
        (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = reconciliations.id) AS differences
      FROM reconciliations ORDER BY id DESC LIMIT ${lastRuns}`,
  },
  {
    name: "differences",
    sentence: "What differs from Stripe, by the last comparison",
    query: () => sql`
      SELECT what, subject, sale_id AS sale, amount_cents, currency, reason FROM reconciliation_differences
      WHERE reconciliation_id = (SELECT max(id) FROM reconciliations WHERE finished_at IS NOT NULL AND failure IS NULL)
      ORDER BY id LIMIT ${maxRows}`,
  },
  {
    name: "ledger-proofs",
    sentence: "The last proofs of the ledger",
    query: () => sql`
      SELECT started_at, finished_at, whole, independent, violations, failure FROM ledger_proofs
      ORDER BY id DESC LIMIT ${lastRuns}`,
  },
  {
    name: "refunds-open",
    sentence: "Which refunds are not done",
    query: () => sql`
      SELECT id, sale_id AS sale, status, channel, amount_cents, created_at, failure, provider_message FROM refunds
      WHERE status IN ('requested', 'pending', 'failed') ORDER BY created_at LIMIT ${maxRows}`,
  },
  {
    name: "disputes-open",
    sentence: "Which disputes are open, the first to end first",
    query: () => sql`
      SELECT id, sale_id AS sale, status, reason, amount_cents, due_by FROM disputes
      WHERE status IN ('inquiry', 'open') ORDER BY due_by NULLS LAST LIMIT ${maxRows}`,
  },
  {
    name: "payouts-open",
    sentence: "Which payouts are prepared and not confirmed, or failed",
    query: () => sql`
      SELECT id, batch_id AS batch, payee_name AS payee, status, amount_cents, created_at, failure FROM payouts
      WHERE status IN ('prepared', 'failed') ORDER BY created_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "videos-not-playable",
    sentence: "Which videos are not playable everywhere, or not yet at Stream",
    query: () => sql`
      SELECT videos.id AS video, title, video_streams.state AS stream, conversions.state AS conversion,
        coalesce(video_streams.failure, conversions.reason) AS reason
      FROM videos LEFT JOIN video_streams ON video_streams.video_id = videos.id
      LEFT JOIN conversions ON conversions.video_id = videos.id
      WHERE deleted_at IS NULL AND (video_streams.state <> 'ready' OR conversions.state = 'failed')
      ORDER BY videos.created_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "uploads-unfinished",
    sentence: "Which uploads are not finished",
    query: () => sql`
      SELECT videos.id AS video, title, file_name, bytes, videos.created_at FROM resumable_uploads
      JOIN videos ON videos.id = video_id ORDER BY videos.created_at LIMIT ${maxRows}`,
  },
  {
    name: "suspended",
    sentence: "Which accounts and videos are suspended",
    query: () => sql`
      (SELECT 'account' AS what, id, email AS name, suspended_at FROM users WHERE suspended_at IS NOT NULL
      UNION ALL
      SELECT 'video', id, title, suspended_at FROM videos WHERE suspended_at IS NOT NULL AND deleted_at IS NULL)
      ORDER BY suspended_at DESC LIMIT ${maxRows}`,
  },
  {
    name: "admins",
    sentence: "Who administers, and who granted it",
    query: () => sql`
      SELECT users.email, user_roles.created_at AS since, granter.email AS granted_by FROM user_roles
      JOIN users ON users.id = user_id LEFT JOIN users AS granter ON granter.id = granted_by
      ORDER BY 2 LIMIT ${maxRows}`,
  },
  {
    name: "erasures",
    sentence: "Which accounts are to be erased",
    query: () => sql`
      SELECT user_id AS account, requested_at, due_at, begun_at FROM account_erasures WHERE finished_at IS NULL
      ORDER BY due_at LIMIT ${maxRows}`,
  },
  {
    name: "statements-waiting",
    sentence: "Which statements of this role wait for a lock, and behind which connections",
    query: () => sql`
      SELECT pid, now() - query_start AS waits, pg_blocking_pids(pid) AS behind, left(query, 100) AS statement
      FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
      ORDER BY query_start LIMIT ${maxRows}`,
  },
  {
    name: "largest-tables",
    sentence: "Which tables are the largest, in bytes with their indexes",
    query: () => sql`
      SELECT relname AS table, pg_total_relation_size(oid) AS bytes, reltuples::bigint AS rows FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT ${lastRuns}`,
  },
];

export async function answerQuestion(
  db: Db,
  { query }: Question,
  argument: string,
): Promise<Record<string, unknown>[]> {
  return (await query(argument).execute(db)).rows;
}
