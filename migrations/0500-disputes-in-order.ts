import { type Kysely, sql } from "kysely";

/** The pages of all disputes, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- locks: the table holds a row for each dispute, far fewer than sales
    CREATE INDEX disputes_created_idx ON disputes (created_at DESC, id DESC)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX disputes_created_idx`.execute(db);
}
