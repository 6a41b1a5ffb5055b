import { type Kysely, sql } from "kysely";

/** Adds the index by which the invitations of a day are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- locks: the table holds a row for each guest, far fewer than sales
    CREATE INDEX guest_invitations_created_idx ON guest_invitations (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX guest_invitations_created_idx`.execute(db);
}
