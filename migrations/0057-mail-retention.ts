import { type Kysely, sql } from "kysely";

/** Mails are deleted by when they ended (app/features/privacy-and-law/privacy/retention.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX mails_ended_idx ON mails (ended_at) WHERE ended_at IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX mails_ended_idx`.execute(db);
}
