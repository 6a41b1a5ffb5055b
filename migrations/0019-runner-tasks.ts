import { type Kysely, sql } from "kysely";

/** What each runner of jobs takes, and when it last took one: a queue that nobody works on is reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job_runners ADD tasks text[] DEFAULT '{}' NOT NULL, ADD took_at timestamptz`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job_runners DROP tasks, DROP took_at`.execute(db);
}
