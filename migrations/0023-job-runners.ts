import { type Kysely, sql } from "kysely";

/**
 * The processes' job runners by heartbeat, so that jobs of one that is gone are unlocked; and the mails that a job has
 * handed to the mail server, so that its next run does not send them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE job_runners (
      id text PRIMARY KEY,
      seen_at timestamptz NOT NULL DEFAULT now(),
      steady_since timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE handed_over_mails (
      job_id bigint NOT NULL,
      job_revision integer NOT NULL,
      handed_over_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (job_id, job_revision)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE handed_over_mails, job_runners`.execute(db);
}
