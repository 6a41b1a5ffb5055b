import { type Kysely, sql } from "kysely";

/** A creator's figures count who took their products for nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- locks: nothing was released with this table
CREATE INDEX free_accesses_product_idx ON free_accesses (product_id, created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX free_accesses_product_idx`.execute(db);
}
