import { type Kysely, sql } from "kysely";

/** The people who have a product are read in pages by their id, for the mails about a course's new lessons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- locks: a second for two million grants; replaces the index below
    CREATE INDEX access_grants_product_user_idx ON access_grants (product_id, user_id) WHERE revoked_at IS NULL`.execute(
    db,
  );
  await sql`
    -- locks: a moment
    DROP INDEX access_grants_product_idx`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX access_grants_product_idx ON access_grants (product_id) WHERE revoked_at IS NULL`.execute(
    db,
  );
  await sql`DROP INDEX access_grants_product_user_idx`.execute(db);
}
